import Foundation
import Sealing

/// Where a person's mail goes; sealed as (`contact.address`, account).
package struct ContactAddress: Codable, Sendable, Equatable {
    /// As the person wrote it, such as `anna+food@example.org`.
    package var email: String

    package init(email: String) {
        self.email = email
    }
}

/// Where a person's mail goes from `version` on, and whether they have shown that the address is theirs (GW-07).
package struct ContactChanged: PersonalEventBody {
    package static let type = EventType("foodmagic.ingestion.contact-changed.v1")
    package static let topic = Topic.account

    package var accountID: AccountID
    /// Of the account; an older one changes nothing.
    package var version: Int64
    package var address: Sealed<ContactAddress>
    /// Notices go to no address that nobody has verified.
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

/// What an account mail is about.
package enum AccountMailKind: String, EventValue, CaseIterable {
    /// A code that shows that the address is the person's.
    case verification
    /// A code with which a forgotten password is replaced.
    case recovery
    /// The password was changed.
    case passwordChanged
    /// Mail goes elsewhere from now on; sent to where it went before.
    case addressChanged
    /// The account will be erased, unless the person says otherwise in time.
    case erasureScheduled
    /// The password was replaced by a code from the mailbox; by what else one signs in stays, and is listed.
    case recovered
    /// The same of an address that nobody had shown to be theirs: by what else one signed in is gone with the password.
    case recoveredAnew
    /// By what one signs in has changed; told to an address that was shown to be the person's.
    case passwordRemoved, passkeyAdded, passkeyRemoved, identityAdded, identityRemoved, secondFactorAdded,
        secondFactorRemoved
}

/// By what one signs in to an account beside its password, as a mail lists it.
package struct AccountSignInMethod: Codable, Sendable, Equatable {
    /// What it is.
    package enum Kind: String, Codable, Sendable, CaseIterable { case passkey, identity, secondFactor }

    package var kind: Kind
    /// The name of an external issuer in the configuration; nil of everything else: no words of a person's go into a mail.
    package var issuer: String?
    package var since: Date

    package init(kind: Kind, issuer: String? = nil, since: Date) {
        self.kind = kind
        self.issuer = issuer
        self.since = since
    }
}

/// What an account mail says; sealed as (`account-mail.parameters`, mail).
package struct AccountMailParameters: Codable, Sendable, Equatable {
    /// The address that it goes to.
    package var to: String
    /// What the person types or follows a link with; nil of a mail that only tells.
    package var code: String?
    /// What is listed; nil of a mail that lists nothing.
    package var waysIn: [AccountSignInMethod]?

    package init(to: String, code: String? = nil, waysIn: [AccountSignInMethod]? = nil) {
        self.to = to
        self.code = code
        self.waysIn = waysIn
    }
}

/// The gateway wants a mail about the account itself sent; nobody can turn these off.
package struct AccountMailRequested: PersonalEventBody {
    package static let type = EventType("foodmagic.ingestion.account-mail-requested.v1")
    package static let topic = Topic.account

    package var accountID: AccountID
    package var mailID: MailID
    package var kind: AccountMailKind
    /// BCP 47, such as `fr-CA`.
    package var locale: String
    package var parameters: Sealed<AccountMailParameters>
    /// When what it says ends, such as its code, or the time to think an erasure over; after it the mail is not sent any
    /// more.
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
