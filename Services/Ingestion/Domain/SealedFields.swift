import EventContracts
import Foundation
import Sealing

/// Where each sealed column of the gateway's own belongs; the sealed fields of events are in EventContracts.
extension SealingContext {
    /// The e-mail address of an account.
    static func emailAddress(of account: AccountID) -> Self {
        Self(account: account.uuid, field: "account.email", resource: account.description)
    }

    /// What a person tells of themselves.
    static func accountDetails(of account: AccountID) -> Self {
        Self(account: account.uuid, field: "account.details", resource: account.description)
    }

    /// How the client of a session calls itself.
    static func sessionClient(_ session: SessionID, of account: AccountID) -> Self {
        Self(account: account.uuid, field: "session.client", resource: session.description)
    }

    /// The stored answer to a request with an idempotency key.
    static func storedAnswer(keyHash: [UInt8], of account: AccountID) -> Self {
        Self(account: account.uuid, field: "idempotency.answer", resource: Base64URL.encode(keyHash))
    }
}
