import EventContracts

/// Whether a photo may be shown to a remote model, and why not: pure.
package enum RemotePermission: String, Sendable, Equatable {
    case granted
    /// The person does not allow others to see it.
    case refused
    /// They do, but the model is outside Canada, and that they do not allow.
    case refusedAbroad

    /// Decides by the latest known consents; unknown means not allowed.
    ///
    /// - Parameters:
    ///   - ordered: The consents the gateway knew at the time of the command.
    ///   - published: The consents published since or before; nil if there are none.
    ///   - isInCanada: Whether the model is declared to be in Canada.
    package init(ordered: CommandConsents?, published: CommandConsents?, isInCanada: Bool) {
        // Topics have no order between them: each may be ahead.
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
