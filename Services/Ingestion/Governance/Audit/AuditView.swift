import EventContracts
import Foundation
import IngestionCore

/// An entry of the audit log, in the form for permitted readers.
struct AuditEntryView: Encodable, Sendable {
    let id: String
    let at: Date
    let category: String
    let action: String
    let actor: AccountID?
    let role: String
    let subject: AccountID?
    let resource: String?
    let outcome: String
    let reason: String?
    let request: UUID?
    let times: Int32

    init(_ entry: StoredAuditEntry, reason: String?) {
        id = String(entry.id)
        at = entry.at
        category = entry.category
        action = entry.action
        actor = entry.actor
        role = entry.role
        subject = entry.subject
        resource = entry.resource
        outcome = entry.outcome
        self.reason = reason
        request = entry.request
        times = entry.times
    }
}

/// An entry of a person's access log: the role, never the identity of staff.
struct AccessLogView: Encodable, Sendable {
    let id: String
    let at: Date
    let action: String
    /// `grantee`, `operator`, or a staff role.
    let role: String
    /// The grant of a view.
    let grant: GrantID?
    /// The accessed route and id.
    let resource: String?
    let reason: String?

    init(_ entry: StoredAuditEntry, reason: String?) {
        id = String(entry.id)
        at = entry.at
        action = entry.action
        role = entry.role
        let parts = entry.resource?.split(separator: " ").map(String.init) ?? []
        let isByGrant = entry.role == AuditEntry.Actor.grantee
        grant = isByGrant ? parts.first.flatMap(GrantID.init(text:)) : nil
        let named = isByGrant ? parts.dropFirst() : parts[...]
        resource = named.isEmpty ? nil : named.joined(separator: " ")
        self.reason = reason
    }
}
