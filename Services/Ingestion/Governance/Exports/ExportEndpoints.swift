import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Exports of all data of a person (GW-22).
///
/// Because exports are valuable to attackers, requesting one needs a proof of identity, and downloading needs the
/// requesting session or a later sign-in. Both are audited.
struct ExportEndpoints: Sendable {
    let database: MessagingDatabase
    let keys: IdempotencyKeys
    let accounts: any AccountVerification
    let opener: DocumentOpener
    let photos: PhotoArchive
    let downloads: ExportDownloads
    let unreadable: UnreadableRecords

    private var now: Date { EventTime.truncate(database.clock.now()) }

    func request(_ call: Call) async throws -> Answer {
        let principal = try call.principal, person = principal.account
        var fields = try BodyFields(call.body)
        let proof = ProofForm(&fields)
        try fields.finish()
        // The proof is left out of the comparison, because comparing passwords with the first request's would be an
        // uncounted attempt.
        let claim = try keys.claim(of: call, scope: CommandAcceptor.scope(of: person), body: .null)
        return try await keys.once(claim, in: database.pool) {
            let stored = try await accounts.stored(person)
            try await accounts.requireProof(proof, for: .export, of: stored, call)
            let export = Export(id: .random(), session: principal.session, requestedAt: now)
            let answer = try Answer.json(.accepted, ExportView(export, at: export.requestedAt))
            let kept = try await keys.sealed(answer, for: claim, of: person)
            let admission = try await database.write(CommandAcceptor.cause(of: call)) { transaction in
                let admission = try await ExportRepository.insert(export, of: person, in: transaction)
                guard case .accepted = admission else { return admission }
                try IdempotencyKeys.take(claim, for: kept, at: export.requestedAt, in: transaction)
                try await Audit.record(
                    AuditEntry(.exportAsked, by: call, resource: export.id.description), in: transaction)
                try transaction.append(
                    ExportRequested(
                        accountID: person, exportID: export.id, requestedAt: export.requestedAt,
                        expiresAt: export.awaitedUntil),
                    key: person, subject: export.id)
                return admission
            }
            switch admission {
            case .accepted: return answer
            case .pending: throw ProblemDetails(.conflict, because: .exportUnderway)
            case .tooMany(let until):
                throw ProblemDetails.tooManyRequests(retryAfter: .seconds(until.timeIntervalSince(now)))
            }
        }
    }

    func read(_ call: Call) async throws -> Answer {
        try .json(.ok, ExportView(try await export(of: call), at: now))
    }

    /// The file, which is packed while it is sent.
    func fetch(_ call: Call) async throws -> Answer {
        let principal = try call.principal, person = principal.account
        let export = try await export(of: call)
        switch export.state(at: now) {
        case .ready: break
        case .pending: throw ProblemDetails(.conflict, detail: "Some services have not delivered their data yet.")
        case .expired: throw ProblemDetails(.notFound, because: .exportExpired)
        }
        guard try await isFetched(export, by: principal) else {
            throw ProblemDetails(
                .forbidden, detail: "Sign in again to download it: it was requested from another session.")
        }
        guard let ticket = downloads.begin(for: person) else {
            throw ProblemDetails.tooManyRequests(retryAfter: ExportDownloads.retryAfter)
        }
        let stored = try await accounts.stored(person)
        try await Audit.record(
            AuditEntry(.exportFetched, by: call, resource: export.id.description), in: database.pool)
        let pack = ExportPack(
            database: database.pool, opener: opener, photos: photos, account: person, export: export,
            locale: stored.locale, now: now, ticket: ticket, unreadable: unreadable)
        var headers = HTTPFields()
        let day = EventTime.format(export.requestedAt).prefix(10)
        headers[.contentDisposition] = "attachment; filename=\"food-magic-\(day).zip\""
        return Answer(.ok, headers: headers, body: .file(pack))
    }

    /// Whether a session may download an export: the one that requested it, or a later one.
    private func isFetched(_ export: Export, by principal: Principal) async throws -> Bool {
        guard principal.session != export.session else { return true }
        return try await SessionRepository.isOpened(
            principal.session, of: principal.account, after: export.requestedAt, in: database.pool)
    }

    private func export(of call: Call) async throws -> Export {
        let id = ExportID(try ResourceReader.id(of: call))
        guard let found = try await ExportRepository.read(id, of: call.principal.account, in: database.pool) else {
            throw ProblemDetails(.notFound)
        }
        return found
    }
}
