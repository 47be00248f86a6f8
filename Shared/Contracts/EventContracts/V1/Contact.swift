import Foundation
import Sealing

/// The person's mail address; sealed as (`contact.address`, account).
package struct ContactAddress: Codable, Sendable, Equatable {
    /// The address as the person wrote it, such as `anna+food@example.org`.
    package var email: String

    package init(email: String) {
        self.email = email
    }
}

/// Current mail address of a person, and whether it is verified (GW-07).
package struct ContactChanged: PersonalEventBody {
    package static let type = EventType("foodmagic.ingestion.contact-changed.v1")
    package static let topic = Topic.account

    package var accountID: AccountID
    /// Version of the address; an older one changes nothing.
    package var version: Int64
    package var address: Sealed<ContactAddress>
    /// Notices are sent to verified addresses only.
    package var isVerified: Bool
    package var changedAt: Date

    package init(
        accountID: AccountID, version: Int64, address: Sealed<ContactAddress>, isVerified: Bool, changedAt: Date
    ) {
        self.accountID = accountID
        self.version = version
        self.address = address
        self.isVerified = isVerified
        self.changedAt = changedAt
    }
}

/// The kind of an account mail.
package enum AccountMailKind: String, EventValue, CaseIterable {
    /// A code that verifies the address.
    case verification
    /// A code that replaces a forgotten password.
    case recovery
    /// The password was changed.
    case passwordChanged
    /// The mail address was changed; sent to the previous address.
    case addressChanged
    /// The account will be erased, unless the person cancels in time.
    case erasureScheduled
    /// The password was replaced with a code from the mailbox; the other sign-in methods stay and are listed.
    case recovered
    /// The password was replaced through an unverified address; all other sign-in methods were removed.
    case recoveredAnew
    /// A sign-in method was changed; sent to verified addresses only.
    case passwordRemoved, passkeyAdded, passkeyRemoved, identityAdded, identityRemoved, secondFactorAdded,
        secondFactorRemoved
}

/// A sign-in method beside the password, as a mail lists it.
package struct AccountSignInMethod: Codable, Sendable, Equatable {
    /// The kind of the method.
    package enum Kind: String, Codable, Sendable, CaseIterable { case passkey, identity, secondFactor }

    package var kind: Kind
    /// The configured name of an external issuer; nil for other methods: a mail never contains the person's own words.
    package var issuer: String?
    package var since: Date

    package init(kind: Kind, issuer: String? = nil, since: Date) {
        self.kind = kind
        self.issuer = issuer
        self.since = since
    }
}

/// The parameters of an account mail; sealed as (`account-mail.parameters`, mail).
package struct AccountMailParameters: Codable, Sendable, Equatable {
    /// The recipient's address.
    package var to: String
    /// The code to type or to follow by link; nil for mails without a code.
    package var code: String?
    /// The listed sign-in methods; nil for mails without a list.
    package var waysIn: [AccountSignInMethod]?

    package init(to: String, code: String? = nil, waysIn: [AccountSignInMethod]? = nil) {
        self.to = to
        self.code = code
        self.waysIn = waysIn
    }
}

/// Asks for an account mail to be sent; people cannot turn these off.
package struct AccountMailRequested: PersonalEventBody {
    package static let type = EventType("foodmagic.ingestion.account-mail-requested.v1")
    package static let topic = Topic.account

    package var accountID: AccountID
    package var mailID: MailID
    package var kind: AccountMailKind
    /// BCP 47, such as `fr-CA`.
    package var locale: String
    package var parameters: Sealed<AccountMailParameters>
    /// When its content expires, such as its code or the time to cancel an erasure; the mail is not sent after it.
    package var expiresAt: Date
    package var requestedAt: Date

    package init(
        accountID: AccountID, mailID: MailID, kind: AccountMailKind, locale: String,
        parameters: Sealed<AccountMailParameters>, expiresAt: Date, requestedAt: Date
    ) {
        self.accountID = accountID
        self.mailID = mailID
        self.kind = kind
        self.locale = locale
        self.parameters = parameters
        self.expiresAt = expiresAt
        self.requestedAt = requestedAt
    }
}
