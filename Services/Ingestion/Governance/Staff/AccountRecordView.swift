import EventContracts
import Foundation
import IngestionCore

/// An account in the form for administrators.
struct AccountRecordView: Encodable, Sendable {
    struct Role: Encodable, Sendable {
        let role: StaffRole
        let grantedAt: Date
        let clearedOn: String?
        let rulesSignedOn: String?
        let trainedOn: String?
        /// The end of the role; absent for a permanent one.
        let endsAt: Date?
    }

    let id: AccountID
    let status: String
    let locale: String
    let timeZone: String
    let acceptedTerms: String
    let registeredAt: Date
    let lastActiveAt: Date?
    let suspendedAt: Date?
    let roles: [Role]

    init(_ record: AccountRecord, roles: [GrantedRole]) {
        id = record.account
        status = record.status
        locale = record.locale
        timeZone = record.timeZone
        acceptedTerms = record.acceptedTerms
        registeredAt = record.createdAt
        lastActiveAt = record.lastActiveAt
        suspendedAt = record.suspendedAt
        self.roles = roles.map {
            Role(
                role: $0.role, grantedAt: $0.grantedAt, clearedOn: $0.clearedOn, rulesSignedOn: $0.rulesSignedOn,
                trainedOn: $0.trainedOn, endsAt: $0.endsAt)
        }
    }
}

/// The security records of an account, opened in an emergency.
struct AccountSecurityView: Encodable, Sendable {
    struct Session: Encodable, Sendable {
        let id: SessionID
        let createdAt: Date
        let lastUsedAt: Date
        let expiresAt: Date
    }

    let sessions: [Session]
    let entries: [AuditEntryView]
}

/// The time until which the security records are open.
struct BrokenGlassView: Encodable, Sendable {
    let endsAt: Date
}
