import EventContracts
import Foundation
import Sealing

/// Where each sealed field of the gateway's events and columns belongs; the names are part of the contract.
extension SealingContext {
    /// Ingredients a person named in the profile.
    static func otherIngredients(of account: AccountID) -> Self {
        Self(account: account.uuid, field: "allergen-profile.other-ingredients", resource: account.description)
    }

    /// The text of a label as it was sent.
    static func labelText(_ scan: ScanID, of account: AccountID) -> Self {
        Self(account: account.uuid, field: "label-scan.text", resource: scan.description)
    }

    /// What was read from a label.
    static func labelDetails(_ scan: ScanID, of account: AccountID) -> Self {
        Self(account: account.uuid, field: "label-scan.details", resource: scan.description)
    }

    /// What a person wrote about a reaction.
    static func reactionNotes(_ reaction: ReactionID, of account: AccountID) -> Self {
        Self(account: account.uuid, field: "reaction.notes", resource: reaction.description)
    }

    /// The words of a notice.
    static func noticeText(_ notice: NoticeID, of account: AccountID) -> Self {
        Self(account: account.uuid, field: "notice.text", resource: notice.description)
    }

    /// The e-mail address of an account.
    static func emailAddress(of account: AccountID) -> Self {
        Self(account: account.uuid, field: "account.email", resource: account.description)
    }

    /// The stored answer to a request with an idempotency key.
    static func storedAnswer(keyHash: [UInt8], of account: AccountID) -> Self {
        Self(account: account.uuid, field: "idempotency.answer", resource: Base64URL.encode(keyHash))
    }
}
