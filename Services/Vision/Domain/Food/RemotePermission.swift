import EventContracts

/// Whether a photo may be shown to a remote model, and why not: pure.
package enum RemotePermission: String, Sendable, Equatable {
    case granted
    /// The person does not allow that anybody else sees it.
    case refused
    /// They do, but the model is outside Canada, and that they do not allow.
    case refusedAbroad

    /// Judges by the newest that is known of what the person allows; what is not known is not allowed.
    ///
    /// - Parameters:
    ///   - ordered: what the gateway knew when the order was given.
    ///   - told: what has been told since, or before; nil of whom nothing was ever told.
    ///   - isInCanada: where the model is declared to be.
    package init(ordered: OrderConsents?, told: OrderConsents?, isInCanada: Bool) {
        // Topics keep no order between each other: each may be ahead.
        let newest = [ordered, told].compactMap(\.self).max { $0.version < $1.version }
        let allowed = Set(newest?.allowed ?? [])
        func allows(_ purpose: ConsentPurpose) -> Bool { allowed.contains(purpose.rawValue) }
        if !allows(.processing) || !allows(.remoteRecognition) {
            self = .refused
        } else {
            self = isInCanada || allows(.recognitionOutsideCanada) ? .granted : .refusedAbroad
        }
    }
}
