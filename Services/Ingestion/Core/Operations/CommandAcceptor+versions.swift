import EventContracts
import Foundation
import HTTPTypes
import Messaging
import Postgres
import ServiceRuntime

extension CommandAcceptor {
    /// A resource to be changed, with its last accepted change.
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

    /// The resource of a call, if it belongs to the account and the caller knows its current version.
    ///
    /// - Parameters:
    ///   - call: The request.
    ///   - kind: The kind of the resource.
    ///   - id: Its id; nil for the id in the path.
    ///   - type: The type of the accepted change.
    /// - Returns: The resource with the last accepted change.
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

    /// A deleted resource, as last published by its owner.
    package struct Deleted<Body: PublishedResource>: Sendable {
        package let account: AccountID
        package let resource: ResourceReference
        package let version: Int64
        package let body: Body
    }

    /// How long a deleted resource can be restored, in seconds: 30 days.
    package static let restorable: TimeInterval = 30 * 86_400

    /// The deleted resource that a call wants to restore: of the account, deleted at most 30 days ago.
    ///
    /// - Parameters:
    ///   - call: The request.
    ///   - kind: The kind of the resource.
    ///   - id: Its id; nil for the id in the path.
    ///   - type: The event that its owner publishes.
    /// - Returns: The deleted resource, for recreating it unchanged.
    /// - Throws: `notFound`, also for a permanently deleted resource; `conflict` for one that is not deleted;
    ///   `versionMismatch`; a `PostgresError`.
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

    /// Assigns the next version to a resource.
    ///
    /// - Parameters:
    ///   - resource: The resource; its row stays locked for the rest of the transaction.
    ///   - previous: The version that the change is based on; 0 for none.
    ///   - accepted: The change that later ones build on; nil if there can be none.
    ///   - call: The request.
    ///   - transaction: The transaction that also appends the command.
    /// - Returns: The new version.
    /// - Throws: `conflict` or `versionMismatch` if another change came first; a `PostgresError`.
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

    /// The problem for a concurrent change of the same resource between reading and writing.
    package static func overtaken(_ call: Call) -> ProblemDetails {
        call.headers[.ifMatch] == nil
            ? ProblemDetails(.conflict, because: .anotherChange)
            : ProblemDetails(.versionMismatch)
    }
}
