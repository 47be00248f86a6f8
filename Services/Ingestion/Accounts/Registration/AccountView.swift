import EventContracts
import Foundation
import IngestionCore

/// An account as its owner sees it.
struct AccountView: Encodable, Sendable {
    /// Whether it stays.
    enum Status: String, Encodable {
        case active, erasing
    }

    let id: AccountID
    let version: Int64
    let email: String
    /// Whether the person has shown that the address is theirs.
    let emailVerified: Bool
    let username: String?
    let name: String?
    /// The units for body, portions and prices: chosen, or those of the place.
    let units: UnitPreference
    let locale: String
    let timeZone: String
    let acceptedTerms: String
    let registeredAt: Date
    let status: Status
    /// When it is going to be erased; nil when it is not.
    let erasedAt: Date?
}

/// A session as its owner sees it.
struct SessionView: Encodable, Sendable {
    let id: SessionID
    /// How the client called itself when it signed in.
    let client: String?
    /// How the person signed in, in this order.
    let signedInBy: [String]
    /// Whether it is the requesting session.
    let isCurrent: Bool
    let createdAt: Date
    let lastUsedAt: Date
    let expiresAt: Date

    private enum CodingKeys: String, CodingKey {
        case id, client, signedInBy
        case isCurrent = "current"
        case createdAt, lastUsedAt, expiresAt
    }
}
