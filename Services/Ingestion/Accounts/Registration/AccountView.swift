import EventContracts
import Foundation
import IngestionCore

/// An account in the form for its owner.
struct AccountView: Encodable, Sendable {
    /// Whether the account is scheduled for erasure.
    enum Status: String, Encodable {
        case active, erasing
    }

    let id: AccountID
    let version: Int64
    let email: String
    /// Whether the address is verified.
    let emailVerified: Bool
    let username: String?
    let name: String?
    /// The units for body, portions and prices: chosen by the person, or the usual ones of their place.
    let units: UnitPreference
    let locale: String
    let timeZone: String
    let acceptedTerms: String
    let registeredAt: Date
    let status: Status
    /// When the account will be erased; nil if no erasure is scheduled.
    let erasedAt: Date?
}

/// A session in the form for its owner.
struct SessionView: Encodable, Sendable {
    let id: SessionID
    /// The client's name at sign-in.
    let client: String?
    /// The sign-in methods, in order of use.
    let signedInBy: [String]
    /// Whether the session is the one that sent the request.
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
