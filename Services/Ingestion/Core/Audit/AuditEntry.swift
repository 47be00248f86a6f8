import EventContracts
import Foundation
import ServiceRuntime

/// What the audit log is told: codes, ids and hashes, nothing personal.
package struct AuditEntry: Sendable {
    /// How it ended.
    package enum Outcome: String, Sendable, CaseIterable {
        case succeeded, refused
    }

    /// Who acted when it was no member of staff; the role of one stands in their place.
    package enum Actor {
        /// Somebody in their own account.
        package static let person = "person"
        /// Somebody who was let see, with what the owner allows.
        package static let grantee = "grantee"
        /// Somebody who is not signed in.
        package static let nobody = "nobody"
        /// The gateway by itself.
        package static let system = "system"
        /// Who runs `fmctl`.
        package static let `operator` = "operator"
    }

    /// Words of a member of staff, sealed under the key of the subject; see `Audit.sealed`.
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
    /// A route's name and an id.
    package var resource: String?
    package var outcome: Outcome
    package var reason: Reason?
    package var request: UUID?
    package var addressHash: [UInt8]?
    /// How often, of what is summed up.
    package var times: Int32 = 1

    /// What the system or an operator did.
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

    /// What a call did: to the account that is signed in, unless another is named.
    package init(
        _ action: AuditAction, by call: Call, of subject: AccountID? = nil, resource: String? = nil,
        outcome: Outcome = .succeeded, reason: Reason? = nil
    ) {
        self.action = action
        actor = call.viewer?.account ?? call.signedIn?.account
        let acting = StaffRole.allCases.first(where: call.actingAs.contains)
        role = acting?.rawValue ?? (actor == nil ? Actor.nobody : Actor.person)
        if call.viewer != nil { role = Actor.grantee }
        self.subject = subject ?? call.signedIn?.account
        self.resource = resource
        self.outcome = outcome
        self.reason = reason
        request = call.trace.correlationID
        addressHash = call.addressHash
    }
}
