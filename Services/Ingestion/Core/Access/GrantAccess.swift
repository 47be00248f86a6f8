import EventContracts
import Foundation
import HTTPTypes
import Postgres
import ServiceRuntime

/// Somebody who looks at another person's records by a grant.
package struct Viewer: Sendable, Equatable {
    package let account: AccountID
    package let grant: GrantID
    /// All that the grant shows.
    package let scopes: Set<GrantScope>
}

extension Document {
    /// As whoever calls may see it: what another service tells of allergens is for the owner, and by the scope `allergens`.
    package func shown(to viewer: Viewer?) -> Document {
        guard let viewer, !viewer.scopes.contains(.allergens) else { return self }
        var document = self
        document.companion = nil
        return document
    }
}

/// Lets somebody see by a grant what is another person's: the routes that read, as far as the grant reaches.
///
/// The header `Grant` names it. The call then goes on as the owner's, so that every route that reads works as it does for
/// them; nothing else is reached, and what does not stand is not there. No reading is remembered: a grant that ends is
/// ended with the next request.
package struct GrantAccess: Sendable {
    private let database: PostgresPool
    private let clock: any WallClock

    package init(database: PostgresPool, clock: any WallClock) {
        self.database = database
        self.clock = clock
    }

    /// The one whose records are read, and the one who reads; nil when the request names no grant.
    ///
    /// - Throws: `notFound` for a grant that does not stand, is somebody else's, or does not reach this route.
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

    /// Writes a view down; it is answered only then.
    package func record(_ call: Call) async throws {
        guard let viewer = call.viewer else { return }
        let place = [viewer.grant.description, call.route.operation, call.id].compactMap(\.self)
        try await Audit.record(
            AuditEntry(.grantView, by: call, resource: String(place.joined(separator: " ").prefix(200))), in: database)
    }
}

extension HTTPField.Name {
    /// Names the grant by which somebody else's records are read.
    package static let grant: Self = {
        guard let name = Self("Grant") else { preconditionFailure("the name has only letters") }
        return name
    }()
}
