import EventContracts
import Foundation
import Postgres
import ServiceRuntime
import Synchronization

/// Checks whether sessions are active, so that signing out takes effect at once in all gateway instances.
///
/// States read from the database are cached for at most a second, and dropped earlier when an instance announces a
/// change. So most checks need no database access, and no check depends on a notification.
package final class SessionRegistry: Sendable {
    /// Channel on which instances announce the id of a changed session.
    package static let channel = "ingestion_sessions"
    /// How long a cached state is used: sign-out must end access tokens within a second.
    package static let freshness = Duration.seconds(1)

    private struct Reading {
        let standing: SessionState?
        let at: ContinuousClock.Instant
    }

    private struct State {
        var readings: BoundedCache<SessionID, Reading>
        /// Incremented whenever entries are dropped: a read that began before must not be cached.
        var generation = 0
    }

    private let database: PostgresPool
    private let state: Mutex<State>

    package init(database: PostgresPool, capacity: Int = 50_000) {
        self.database = database
        state = Mutex(State(readings: BoundedCache(capacity: capacity)))
    }

    /// The state of a verified token's session.
    ///
    /// - Throws: `sessionEnded` if the token is no longer accepted; a `PostgresError`.
    package func standing(of principal: Principal) async throws -> SessionState {
        guard let standing = try await reading(of: principal.session), !standing.isEnded, standing.isActive,
            standing.account == principal.account, standing.revocationVersion == principal.revocationVersion
        else { throw ProblemDetails(.sessionEnded) }
        return standing
    }

    /// Drops a session here, and makes the other instances drop it and end its streams.
    ///
    /// Best effort: an instance without the notification notices within `freshness` by itself.
    package func changed(_ session: SessionID, of account: AccountID) async {
        forget(session)
        let payload = ProjectedChange(account: account, operation: nil).payload
        _ = try? await database.query(
            """
            SELECT pg_notify(\(Self.channel), \(session.description)),
                pg_notify(\(ChangeListener.projected), \(payload))
            """)
    }

    /// Like `changed(_:of:)`, for several sessions of one person.
    package func changed(_ ended: [SessionID], of account: AccountID) async {
        guard !ended.isEmpty else { return }
        for session in ended { forget(session) }
        let payload = ProjectedChange(account: account, operation: nil).payload
        _ = try? await database.query(
            """
            SELECT pg_notify(\(Self.channel), session), pg_notify(\(ChangeListener.projected), \(payload))
            FROM unnest(\(ended.map(\.description))) AS ended (session)
            """)
    }

    /// Drops all sessions of a person in all instances, because the account's rights have changed.
    package func changedAll(of account: AccountID) async {
        let open = try? await database.query(
            "SELECT session_id FROM sessions WHERE account_id = \(account.uuid) AND ended_at IS NULL"
        ).map { SessionID(try $0.decode(UUID.self)) }
        await changed(open ?? [], of: account)
    }

    /// Drops a session, because an instance announced its change.
    package func forget(_ session: SessionID) {
        state.withLock { state in
            state.generation += 1
            state.readings[session] = nil
        }
    }

    /// Drops all sessions, because notifications may have been missed.
    package func forgetAll() {
        state.withLock { state in
            state.generation += 1
            state.readings.removeAll()
        }
    }

    private func reading(of session: SessionID) async throws -> SessionState? {
        let now = ContinuousClock.now
        let (known, generation) = state.withLock { ($0.readings[session], $0.generation) }
        if let known, now - known.at < Self.freshness { return known.standing }
        let standing = try await SessionRepository.standing(of: session, in: database)
        state.withLock { state in
            guard state.generation == generation else { return }
            state.readings[session] = Reading(standing: standing, at: now)
        }
        return standing
    }
}
