import EventContracts
import Foundation
import IngestionCore

/// Who a person is at an external issuer, as they see it.
struct IdentityView: Encodable, Sendable {
    let id: IdentityID
    /// Its name in our paths.
    let issuer: String
    let linkedAt: Date
    let lastUsedAt: Date?

    init(_ identity: Identity) {
        id = identity.id
        issuer = identity.issuer
        linkedAt = identity.linkedAt
        lastUsedAt = identity.lastUsedAt
    }
}

/// An issuer at which people may sign in, as clients see it.
struct IssuerView: Encodable, Sendable {
    /// In our paths.
    let name: String
    let title: String
    let redirectUri: String

    init(_ settings: IssuerSettings) {
        name = settings.name
        title = settings.title
        redirectUri = settings.redirectURI
    }
}

/// Where a person is sent to sign in.
struct IssuerSignInView: Encodable, Sendable {
    let url: String
}
