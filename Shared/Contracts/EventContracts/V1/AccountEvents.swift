import Foundation

/// A person registered an account; services learn the locale and the time zone, never the address.
package struct AccountRegistered: PersonalEventBody {
    package static let type = EventType("foodmagic.ingestion.account-registered.v1")
    package static let topic = Topic.account

    package var accountID: AccountID
    /// BCP 47, such as `fr-CA`.
    package var locale: String
    /// IANA name, such as `America/Toronto`.
    package var timeZone: String
    /// Version of the accepted terms.
    package var acceptedTerms: String
    package var registeredAt: Date

    package init(accountID: AccountID, locale: String, timeZone: String, acceptedTerms: String, registeredAt: Date) {
        self.accountID = accountID
        self.locale = locale
        self.timeZone = timeZone
        self.acceptedTerms = acceptedTerms
        self.registeredAt = registeredAt
    }
}
