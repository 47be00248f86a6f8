import EventContracts
import Foundation
import HTTPTypes
import Messaging
import Postgres
import ServiceRuntime

extension CommandAcceptor {
    /// A resource that somebody changes, with the newest change that was accepted.
    package struct Target<Accepted: Codable & Sendable>: Sendable {
        package let account: AccountID
        package let resource: ResourceReference
        package let version: Int64
        package let accepted: Accepted

        package init(account: AccountID, resource: ResourceReference, version: Int64, accepted: Accepted) {
            self.account = account
            self.resource = resource
            self.version = version
            self.accepted = accepted
        }
    }

    /// The resource that a call is about, if it is the account's and still the version the caller knows.
    ///
    /// - Parameters:
    ///   - call: The request.
    ///   - kind: What it is about.
    ///   - id: Which one; nil for that of the path.
    ///   - type: How it was accepted last.
    /// - Returns: The resource, with what was accepted last.
    /// - Throws: `notFound`, `versionMismatch`; a `PostgresError`.
    package func target<Accepted: Codable & Sendable>(
        of call: Call, _ kind: ResourceKind, _ id: UUID? = nil, as type: Accepted.Type = Accepted.self
    ) async throws -> Target<Accepted> {
        let account = try call.principal.account
        let resource = ResourceReference(kind, try id ?? ResourceReader.id(of: call))
        let assigned = try await VersionRepository.read(resource, of: account, in: resources.database)
        guard let assigned, let accepted = assigned.accepted else { throw ProblemDetails(.notFound) }
        let condition = EntityTag.condition(call.headers[values: .ifMatch], weak: false)
        guard condition?.matches(assigned.version) ?? true else { throw ProblemDetails(.versionMismatch) }
        return Target(
            account: account, resource: resource, version: assigned.version,
            accepted: try EventCoding.decode(type, from: accepted))
    }

    /// What a person deleted, as its owner published it last.
    package struct Deleted<Body: PublishedResource>: Sendable {
        package let account: AccountID
        package let resource: ResourceReference
        package let version: Int64
        package let body: Body
    }

    /// For how long what was deleted can be brought back, in seconds: 30 days (DESIGN section 5).
    package static let restorable: TimeInterval = 30 * 86_400

    /// What a call wants to have back: the account's, deleted, and not for longer than 30 days.
    ///
    /// - Parameters:
    ///   - call: The request.
    ///   - kind: What it is about.
    ///   - id: Which one; nil for that of the path.
    ///   - type: The event that its owner publishes it as.
    /// - Returns: What was deleted, to be ordered again as it was.
    /// - Throws: `notFound`, also of what is gone for good; `conflict` of what is not deleted; `versionMismatch`; a
    ///   `PostgresError`.
    package func deleted<Body: PublishedResource>(
        _ call: Call, _ kind: ResourceKind, _ id: UUID? = nil, as type: Body.Type = Body.self
    ) async throws -> Deleted<Body> {
        let account = try call.principal.account
        let resource = ResourceReference(kind, try id ?? ResourceReader.id(of: call))
        guard let document = try await resources.newest(resource, of: account) else { throw ProblemDetails(.notFound) }
        guard let deletedAt = document.deletedAt else {
            throw ProblemDetails(.conflict, detail: "The item is not deleted, so it cannot be restored.")
        }
        guard resources.clock.now().timeIntervalSince(deletedAt) < Self.restorable else {
            throw ProblemDetails(.notFound)
        }
        let condition = EntityTag.condition(call.headers[values: .ifMatch], weak: false)
        guard condition?.matches(document.version) ?? true else { throw ProblemDetails(.versionMismatch) }
        return Deleted(
            account: account, resource: resource, version: document.version,
            body: try EventCoding.decode(type, from: document.body))
    }

    /// Gives a resource the version after the one that a change was made from.
    ///
    /// - Parameters:
    ///   - resource: the resource; its row stays locked for the rest of the transaction.
    ///   - previous: the version that the change was made from; 0 for none.
    ///   - accepted: what later changes build on; nil when there can be none.
    ///   - call: the request.
    ///   - transaction: where the command is appended as well.
    /// - Returns: the new version.
    /// - Throws: `conflict` or `versionMismatch` when another change came first; a `PostgresError`.
    package static func assign(
        to resource: ResourceReference, after previous: Int64, _ accepted: (some Encodable)?, _ call: Call,
        in transaction: borrowing Transaction
    ) async throws -> Int64 {
        let version = try await VersionRepository.next(
            of: resource, of: call.principal.account, after: previous,
            accepted: accepted.map { try EventCoding.encode($0) }, at: transaction.eventTime(), in: transaction)
        guard let version, version == previous + 1 else { throw overtaken(call) }
        return version
    }

    /// Another change of the same resource was accepted between our reading and our writing.
    package static func overtaken(_ call: Call) -> ProblemDetails {
        call.headers[.ifMatch] == nil
            ? ProblemDetails(.conflict, because: .anotherChange)
            : ProblemDetails(.versionMismatch)
    }
}
