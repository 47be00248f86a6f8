import EventContracts
import HTTPTypes
import IngestionCore
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Lists a person's sessions and ends them remotely.
extension SessionEndpoints {
    func list(_ call: Call) async throws -> Answer {
        let principal = try call.principal
        let stored = try await SessionRepository.list(
            of: principal.account, at: issuer.clock.now(), in: database.pool)
        var views: [SessionView] = []
        for session in stored {
            views.append(
                SessionView(
                    id: session.session, client: try await client(of: session, principal.account),
                    signedInBy: session.ways, isCurrent: session.session == principal.session,
                    createdAt: session.createdAt,
                    lastUsedAt: session.lastUsedAt, expiresAt: session.expiresAt))
        }
        return try .json(.ok, PageView(items: views, next: nil))
    }

    /// Ends all sessions except the requesting one.
    func endOthers(_ call: Call) async throws -> Answer {
        let principal = try call.principal
        let now = issuer.clock.now()
        let ended = try await database.write(CommandAcceptor.cause(of: call)) { transaction in
            try await Audit.record(AuditEntry(.otherSessionsRevoked, by: call), in: transaction)
            return try await SessionRepository.revokeAll(
                of: principal.account, but: principal.session, at: now, in: transaction)
        }
        await sessions.changed(ended, of: principal.account)
        return Answer(.noContent)
    }

    /// Ends one session, which may be the requesting one.
    func endOne(_ call: Call) async throws -> Answer {
        let account = try call.principal.account, session = SessionID(try ResourceReader.id(of: call))
        let now = issuer.clock.now()
        let isEnded = try await database.write(CommandAcceptor.cause(of: call)) { transaction in
            guard try await SessionRepository.revoke(session, of: account, at: now, in: transaction) else {
                return false
            }
            try await Audit.record(
                AuditEntry(.sessionRevoked, by: call, resource: session.description), in: transaction)
            return true
        }
        guard isEnded else { throw ProblemDetails(.notFound) }
        await sessions.changed(session, of: account)
        return Answer(.noContent)
    }

    private func client(of session: StoredSession, _ account: AccountID) async throws -> String? {
        guard let sealed = session.clientSealed else { return nil }
        let bytes = try await issuer.sealer.open(bytes: sealed, .sessionClient(session.session, of: account))
        return String(decoding: bytes, as: UTF8.self)
    }
}
