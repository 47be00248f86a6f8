import EventContracts

/// Whether a photo may be sent to a remote model, and the reason if not; pure.
package enum RemotePermission: String, Sendable, Equatable {
    case granted
    /// The person does not allow sending the photo.
    case refused
    /// The person allows sending the photo, but not to a model outside Canada.
    case refusedAbroad

    /// Decides by the latest known consents; unknown means not allowed.
    ///
    /// - Parameters:
    ///   - ordered: The consents the gateway knew at the time of the command.
    ///   - published: The latest published consents; nil if none were published.
    ///   - isInCanada: Whether the model is declared to be in Canada.
    package init(ordered: CommandConsents?, published: CommandConsents?, isInCanada: Bool) {
        // Events on different topics are not ordered, so either may be newer.
        let newest = [ordered, published].compactMap(\.self).max { $0.version < $1.version }
        let allowed = Set(newest?.allowed ?? [])
        func allows(_ purpose: ConsentPurpose) -> Bool { allowed.contains(purpose.rawValue) }
        if !allows(.processing) || !allows(.remoteRecognition) {
            self = .refused
        } else {
            self = isInCanada || allows(.recognitionOutsideCanada) ? .granted : .refusedAbroad
        }
    }
}
