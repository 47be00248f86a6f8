import EventContracts
import Foundation
import HTTPTypes
import Postgres
import ServiceRuntime

/// The reader of another person's records through a grant.
package struct Viewer: Sendable, Equatable {
    package let account: AccountID
    package let grant: GrantID
    /// All scopes of the grant.
    package let scopes: Set<GrantScope>
}

extension Document {
    /// The document for this caller: allergen data attached to another document is only for the owner and for grants
    /// with the scope `allergens`.
    package func shown(to viewer: Viewer?) -> Document {
        guard let viewer, !viewer.scopes.contains(.allergens) else { return self }
        var document = self
        document.companion = nil
        return document
    }
}

/// Opens reading routes of another person's account within a grant's scopes.
///
/// The header `Grant` names the grant. The call then runs as the owner's, so that every reading route works as it does
/// for the owner; other routes and missing grants answer 404. Nothing is cached: an ended grant is refused from the
/// next request on.
package struct GrantAccess: Sendable {
    private let database: PostgresPool
    private let clock: any WallClock

    package init(database: PostgresPool, clock: any WallClock) {
        self.database = database
        self.clock = clock
    }

    /// The owner and the reader; nil if the request names no grant.
    ///
    /// - Throws: `notFound` for a grant that is not active, belongs to others, or does not cover this route.
    package func open(
        _ headers: HTTPFields, to route: Route, for principal: Principal
    ) async throws -> (owner: Principal, viewer: Viewer)? {
        guard let text = headers[.grant] else { return nil }
        guard route.method == .get, let scope = route.grantScope, let id = GrantID(text: text),
            let grant = try await GrantRepository.standing(
                id, to: principal.account, at: clock.now(), in: database),
            grant.scopes.contains(scope)
        else { throw ProblemDetails(.notFound) }
        let owner = Principal(
            account: grant.owner, session: principal.session, revocationVersion: principal.revocationVersion,
            scopes: principal.scopes, expires: principal.expires)
        return (owner, Viewer(account: principal.account, grant: id, scopes: grant.scopes))
    }

    /// Records a view in the audit log, before the answer is sent.
    package func record(_ call: Call) async throws {
        guard let viewer = call.viewer else { return }
        let place = [viewer.grant.description, call.route.operation, call.id].compactMap(\.self)
        try await Audit.record(
            AuditEntry(.grantView, by: call, resource: String(place.joined(separator: " ").prefix(200))), in: database)
    }
}

extension HTTPField.Name {
    /// The grant for reading another person's records.
    package static let grant: Self = {
        guard let name = Self("Grant") else { preconditionFailure("the name has only letters") }
        return name
    }()
}
