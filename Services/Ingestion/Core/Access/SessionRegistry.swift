import EventContracts
import Foundation
import Postgres
import ServiceRuntime
import Synchronization

/// Knows whether sessions still stand, so that sign-out is effective at once at every gateway copy.
///
/// What was read is remembered for at most a second, and forgotten earlier when any copy says that it changed. So the
/// usual check touches no database, and none relies on a notification arriving.
package final class SessionRegistry: Sendable {
    /// Channel on which copies tell each other the id of a session that changed.
    package static let channel = "ingestion_sessions"
    /// How long a reading is believed (RELIABILITY section 2: sign-out kills tokens within a second).
    package static let freshness = Duration.seconds(1)

    private struct Reading {
        let standing: SessionState?
        let at: ContinuousClock.Instant
    }

    private struct State {
        var readings: BoundedCache<SessionID, Reading>
        /// Rises with everything that is forgotten: a reading begun before must not be kept after.
        var generation = 0
    }

    private let database: PostgresPool
    private let state: Mutex<State>

    package init(database: PostgresPool, capacity: Int = 50_000) {
        self.database = database
        state = Mutex(State(readings: BoundedCache(capacity: capacity)))
    }

    /// How the session of a verified token stands.
    ///
    /// - Throws: `sessionEnded` when the token is no longer accepted; a `PostgresError`.
    package func standing(of principal: Principal) async throws -> SessionState {
        guard let standing = try await reading(of: principal.session), !standing.isEnded, standing.isActive,
            standing.account == principal.account, standing.revocationVersion == principal.revocationVersion
        else { throw ProblemDetails(.sessionEnded) }
        return standing
    }

    /// Forgets a session here, and has the other copies forget it and end its streams.
    ///
    /// Best effort: a copy that is not told notices within `freshness` by itself.
    package func changed(_ session: SessionID, of account: AccountID) async {
        forget(session)
        let payload = ProjectedChange(account: account, operation: nil).payload
        _ = try? await database.query(
            """
            SELECT pg_notify(\(Self.channel), \(session.description)),
                pg_notify(\(ChangeListener.projected), \(payload))
            """)
    }

    /// The same for several sessions of one person.
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

    /// The same for every session of one person, because what the account may do has changed.
    package func changedAll(of account: AccountID) async {
        let open = try? await database.query(
            "SELECT session_id FROM sessions WHERE account_id = \(account.uuid) AND ended_at IS NULL"
        ).map { SessionID(try $0.decode(UUID.self)) }
        await changed(open ?? [], of: account)
    }

    /// Forgets a session, because a copy said that it changed.
    package func forget(_ session: SessionID) {
        state.withLock { state in
            state.generation += 1
            state.readings[session] = nil
        }
    }

    /// Forgets everything, because notifications may have been missed.
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
