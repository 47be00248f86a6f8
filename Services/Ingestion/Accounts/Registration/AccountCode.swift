import IngestionCore

/// What an account mail carries for its reader to show that the mailbox is theirs: as hard to guess as the token of a link.
struct AccountCode: Sendable, Equatable {
    /// What a code is good for.
    enum Purpose: String, Sendable {
        case verification, recovery
    }

    private let token: SecretToken

    /// As it stands in the mail.
    var text: String { token.text }
    /// SHA-256 of its bits, the only thing that is kept.
    var hash: [UInt8] { token.hash }

    private init(_ token: SecretToken) { self.token = token }

    /// A new one.
    static func random() -> Self { Self(.random()) }

    /// Reads what somebody sends; nil when it cannot be one of ours.
    init?(_ text: String) {
        guard let token = SecretToken(text) else { return nil }
        self.init(token)
    }
}
