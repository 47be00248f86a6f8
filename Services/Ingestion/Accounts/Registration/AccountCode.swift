import IngestionCore

/// A code sent by mail to verify the mailbox, as hard to guess as a link token.
struct AccountCode: Sendable, Equatable {
    /// The purpose of a code.
    enum Purpose: String, Sendable {
        case verification, recovery
    }

    private let token: SecretToken

    /// The text in the mail.
    var text: String { token.text }
    /// SHA-256 of the code's bits; the only stored form.
    var hash: [UInt8] { token.hash }

    private init(_ token: SecretToken) { self.token = token }

    /// A new random code.
    static func random() -> Self { Self(.random()) }

    /// Parses a code; nil if it is malformed.
    init?(_ text: String) {
        guard let token = SecretToken(text) else { return nil }
        self.init(token)
    }
}
