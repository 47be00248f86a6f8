import EventContracts
import Foundation
import Sealing

/// Where each sealed column of the gateway's own belongs; the sealed fields of events are in EventContracts.
extension SealingContext {
    /// The e-mail address of an account.
    package static func emailAddress(of account: AccountID) -> Self {
        Self(account: account.uuid, field: "account.email", resource: account.description)
    }

    /// What a person tells of themselves.
    package static func accountDetails(of account: AccountID) -> Self {
        Self(account: account.uuid, field: "account.details", resource: account.description)
    }

    /// How the client of a session calls itself.
    package static func sessionClient(_ session: SessionID, of account: AccountID) -> Self {
        Self(account: account.uuid, field: "session.client", resource: session.description)
    }

    /// A report that a person keeps.
    package static func storedReport(_ report: UUID, of account: AccountID) -> Self {
        Self(account: account.uuid, field: "report", resource: report.uuidString.lowercased())
    }

    /// What an authenticator has, too.
    package static func secondFactor(of account: AccountID) -> Self {
        Self(account: account.uuid, field: "account.second-factor", resource: account.description)
    }

    /// Why an account is suspended, as its owner is told.
    package static func suspensionReason(of account: AccountID) -> Self {
        Self(account: account.uuid, field: "account.suspension", resource: account.description)
    }

    /// Why a member of staff did something to an account.
    package static func auditReason(_ reason: UUID, of account: AccountID) -> Self {
        Self(account: account.uuid, field: "audit.reason", resource: reason.uuidString.lowercased())
    }

    /// What who pays for a seat calls the one who uses it.
    package static func seatWords(_ seat: SeatID, of account: AccountID) -> Self {
        Self(account: account.uuid, field: "seat.words", resource: seat.description)
    }

    /// What a household is called, by its owner.
    package static func householdName(_ household: HouseholdID, of owner: AccountID) -> Self {
        Self(account: owner.uuid, field: "household.name", resource: household.description)
    }

    /// What a member of a household is called, by themselves.
    package static func memberName(_ member: HouseholdMemberID, of account: AccountID) -> Self {
        Self(account: account.uuid, field: "household.member-name", resource: member.description)
    }

    /// What a person wrote to us.
    package static func feedbackWords(_ review: ReviewID, of account: AccountID) -> Self {
        Self(account: account.uuid, field: "feedback.words", resource: review.description)
    }

    /// What the staff answered to it.
    package static func feedbackAnswer(_ review: ReviewID, of account: AccountID) -> Self {
        Self(account: account.uuid, field: "feedback.answer", resource: review.description)
    }

    /// The stored answer to a request with an idempotency key.
    package static func storedAnswer(keyHash: [UInt8], of account: AccountID) -> Self {
        Self(account: account.uuid, field: "idempotency.answer", resource: Base64URL.encode(keyHash))
    }

    /// What a person calls a passkey.
    package static func passkeyName(_ passkey: PasskeyID, of account: AccountID) -> Self {
        Self(account: account.uuid, field: "passkey.name", resource: passkey.description)
    }
}
