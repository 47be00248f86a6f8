import EventContracts
import Foundation
import Postgres

/// An account in the form for administrators: facts about the account, never the data that the person stores in it
/// (C10).
package struct AccountRecord: Sendable {
    package let account: AccountID
    package let status: String
    package let locale: String
    package let timeZone: String
    package let acceptedTerms: String
    package let createdAt: Date
    package let lastActiveAt: Date?
    package let suspendedAt: Date?
}
