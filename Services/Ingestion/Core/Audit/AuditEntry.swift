import EventContracts
import Foundation
import ServiceRuntime

/// An entry of the audit log: codes, ids and hashes, without personal data.
package struct AuditEntry: Sendable {
    /// The result of the action.
    package enum Outcome: String, Sendable, CaseIterable {
        case succeeded, refused
    }

    /// The kinds of actors other than staff members, whose role is recorded instead.
    package enum Actor {
        /// A person in their own account.
        package static let person = "person"
        /// A person who reads another account through a grant.
        package static let grantee = "grantee"
        /// A caller who is not signed in.
        package static let anonymous = "nobody"
        /// The gateway itself.
        package static let system = "system"
        /// The user of `fmctl`.
        package static let `operator` = "operator"
    }

    /// A staff member's words, sealed under the key of the subject; see `Audit.sealed`.
    package struct Reason: Sendable {
        package let id: UUID
        package let sealed: [UInt8]

        package init(id: UUID, sealed: [UInt8]) {
            self.id = id
            self.sealed = sealed
        }
    }

    package let action: AuditAction
    package var actor: AccountID?
    package var role: String
    package var subject: AccountID?
    /// The name of a route and an id.
    package var resource: String?
    package var outcome: Outcome
    package var reason: Reason?
    package var request: UUID?
    package var addressHash: [UInt8]?
    /// Number of occurrences, for entries that combine several.
    package var times: Int32 = 1

    /// An action of the system or an operator.
    package init(
        _ action: AuditAction, of subject: AccountID?, as role: String = Actor.system, resource: String? = nil,
        outcome: Outcome = .succeeded, request: UUID? = nil
    ) {
        self.action = action
        self.role = role
        self.subject = subject
        self.resource = resource
        self.outcome = outcome
        self.request = request
    }

    /// An action of a call, on the signed-in account unless another is given.
    package init(
        _ action: AuditAction, by call: Call, of subject: AccountID? = nil, resource: String? = nil,
        outcome: Outcome = .succeeded, reason: Reason? = nil
    ) {
        self.action = action
        actor = call.viewer?.account ?? call.signedIn?.account
        let acting = StaffRole.allCases.first(where: call.actingAs.contains)
        role = acting?.rawValue ?? (actor == nil ? Actor.anonymous : Actor.person)
        if call.viewer != nil { role = Actor.grantee }
        self.subject = subject ?? call.signedIn?.account
        self.resource = resource
        self.outcome = outcome
        self.reason = reason
        request = call.trace.correlationID
        addressHash = call.addressHash
    }
}
