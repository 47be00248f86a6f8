import EventContracts
import Foundation
import Hexadecimal
import Sealing

/// The sealing contexts of the gateway's own columns; those of events are in EventContracts.
extension SealingContext {
    /// The e-mail address of an account.
    package static func emailAddress(of account: AccountID) -> Self {
        Self(account: account.uuid, field: "account.email", resource: account.description)
    }

    /// The optional facts of an account.
    package static func accountDetails(of account: AccountID) -> Self {
        Self(account: account.uuid, field: "account.details", resource: account.description)
    }

    /// The client's name of a session.
    package static func sessionClient(_ session: SessionID, of account: AccountID) -> Self {
        Self(account: account.uuid, field: "session.client", resource: session.description)
    }

    /// A stored report of a person.
    package static func storedReport(_ report: UUID, of account: AccountID) -> Self {
        Self(account: account.uuid, field: "report", resource: report.text)
    }

    /// The secret of an authenticator.
    package static func secondFactor(of account: AccountID) -> Self {
        Self(account: account.uuid, field: "account.second-factor", resource: account.description)
    }

    /// The reason for a suspension, for the account's owner.
    package static func suspensionReason(of account: AccountID) -> Self {
        Self(account: account.uuid, field: "account.suspension", resource: account.description)
    }

    /// A staff member's reason for an action on an account.
    package static func auditReason(_ reason: UUID, of account: AccountID) -> Self {
        Self(account: account.uuid, field: "audit.reason", resource: reason.text)
    }

    /// The payer's name for the user of a seat.
    package static func seatWords(_ seat: SeatID, of account: AccountID) -> Self {
        Self(account: account.uuid, field: "seat.words", resource: seat.description)
    }

    /// The name of a household, given by its owner.
    package static func householdName(_ household: HouseholdID, of owner: AccountID) -> Self {
        Self(account: owner.uuid, field: "household.name", resource: household.description)
    }

    /// The name of a household member, given by themselves.
    package static func memberName(_ member: HouseholdMemberID, of account: AccountID) -> Self {
        Self(account: account.uuid, field: "household.member-name", resource: member.description)
    }

    /// A comment on a grant, by either party; sealed with the key of the owner of the records.
    package static func grantComment(_ comment: GrantCommentID, of owner: AccountID) -> Self {
        Self(account: owner.uuid, field: "grant-comment.text", resource: comment.description)
    }

    /// A person's feedback.
    package static func feedbackWords(_ review: ReviewID, of account: AccountID) -> Self {
        Self(account: account.uuid, field: "feedback.words", resource: review.description)
    }

    /// The staff's answer to feedback.
    package static func feedbackAnswer(_ review: ReviewID, of account: AccountID) -> Self {
        Self(account: account.uuid, field: "feedback.answer", resource: review.description)
    }

    /// The stored answer to a request with an idempotency key.
    package static func storedAnswer(keyHash: [UInt8], of account: AccountID) -> Self {
        Self(account: account.uuid, field: "idempotency.answer", resource: Base64URL.encode(keyHash))
    }

    /// The name of a passkey.
    package static func passkeyName(_ passkey: PasskeyID, of account: AccountID) -> Self {
        Self(account: account.uuid, field: "passkey.name", resource: passkey.description)
    }
}
