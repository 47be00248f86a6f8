/// A kind of resource that the gateway shows; the raw value is what stands in the database and in events for clients.
package enum ResourceKind: String, Sendable, CaseIterable {
    case allergenProfile = "allergen-profile"
    case labelScan = "label-scan"
    case reaction
    case notification

    /// Where one of them is read.
    package func path(id: String) -> String {
        switch self {
        case .allergenProfile: "/v1/allergen-profile"
        case .labelScan: "/v1/label-scans/\(id)"
        case .reaction: "/v1/reactions/\(id)"
        case .notification: "/v1/notifications/\(id)"
        }
    }
}
