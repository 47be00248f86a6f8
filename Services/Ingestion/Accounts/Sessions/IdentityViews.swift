import EventContracts
import Foundation
import IngestionCore

/// A linked identity at an external issuer, in the form for its owner.
struct IdentityView: Encodable, Sendable {
    let id: IdentityID
    /// The issuer's name in paths.
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

/// An external issuer, in the form for clients.
struct IssuerView: Encodable, Sendable {
    /// The issuer's name in paths.
    let name: String
    let title: String
    let redirectUri: String

    init(_ settings: IssuerSettings) {
        name = settings.name
        title = settings.title
        redirectUri = settings.redirectURI
    }
}

/// The address for signing in at an issuer.
struct IssuerSignInView: Encodable, Sendable {
    let url: String
}
