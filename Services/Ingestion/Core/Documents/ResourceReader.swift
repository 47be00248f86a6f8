import EventContracts
import Foundation
import HTTPTypes
import Postgres
import Quantities
import ServiceRuntime

/// Reads what the projections hold for an account, waiting where the caller's own change is still on its way.
package struct ResourceReader: Sendable {
    package let database: PostgresPool
    package let documents: RenderedDocuments
    package let waiter: Waiter
    package let clock: any WallClock

    /// How long a read waits for the caller's own change.
    private static let ownChangeLimit = Duration.seconds(2)
    /// For how long after a change reads wait for it: one that was refused never comes.
    private static let ownChangeAge: TimeInterval = 30

    /// A document of the account; nil when there is none, or it was deleted.
    package func document(_ resource: ResourceReference, of account: AccountID) async throws -> Document? {
        let document = try await DocumentRepository.read(resource, of: account, in: database)
        return document?.deletedAt == nil ? document : nil
    }

    /// A document of the account with every change in it that the gateway has accepted, if that comes in time; nil when there
    /// is none, or it was deleted.
    package func ownDocument(_ resource: ResourceReference, of account: AccountID) async throws -> Document? {
        let document = try await newest(resource, of: account)
        return document?.deletedAt == nil ? document : nil
    }

    /// The same, also of what was deleted.
    package func newest(_ resource: ResourceReference, of account: AccountID) async throws -> Document? {
        let newest = try await VersionRepository.read(resource, of: account, in: database)
        let isRecent = newest.map { clock.now().timeIntervalSince($0.assignedAt) < Self.ownChangeAge } ?? false
        let assigned = isRecent ? newest?.version ?? 0 : 0
        return try await waiter.value(woken: .account(account), until: .now + Self.ownChangeLimit) {
            try await DocumentRepository.read(resource, of: account, in: database)
        } isWished: {
            ($0?.version ?? 0) >= assigned
        }
    }

    /// An operation of the account, as it stands when it has ended or the time is over.
    ///
    /// - Throws: `notFound` when it is none of the account's.
    package func operation(
        _ id: OperationID, of account: AccountID, until end: ContinuousClock.Instant?
    ) async throws -> OperationRecord {
        let record = try await waiter.value(woken: .operation(id), until: end ?? .now) {
            try await OperationRepository.read(id, of: account, in: database)
        } isWished: {
            $0?.outcome != nil || $0 == nil
        }
        guard let record else { throw ProblemDetails(.notFound) }
        return record
    }

    /// An operation with its result, as clients see it; its problem in the caller's language.
    package func view(of record: OperationRecord, for call: Call) async throws -> OperationView {
        var result: ResourceView?
        if let document = record.result { result = try await documents.opener.view(of: document) }
        let problem =
            if let problem = record.problem { problem.worded(in: try await call.wishedLanguage(in: database)) } else {
                OutcomeProblem?.none
            }
        return OperationView(
            record, result: result, problem: problem, expected: try await expectation(of: record), at: clock.now())
    }

    /// When the photo of an operation is expected to be read; nil when it brings none, has ended, or nobody can tell.
    private func expectation(of record: OperationRecord) async throws -> PhotoExpectation? {
        guard let lane = record.lane, record.outcome == nil else { return nil }
        return PhotoExpectation(
            photosBefore: try await OperationRepository.photosBefore(record, in: lane, database), in: lane,
            try await CapacityRepository.read(in: database), at: clock.now())
    }

    /// The answer to a GET of one resource.
    ///
    /// - Throws: `notFound` when there is none.
    package func answer(_ document: Document?, to call: Call) async throws -> Answer {
        guard let document = document?.shown(to: call.viewer) else { throw ProblemDetails(.notFound) }
        return try await answer(version: document.tag, to: call) { try await documents.json(of: document) }
    }

    /// The answer to a GET of one resource in a version: its JSON, unless the client has that version.
    package func answer(version: EntityTag.Version, to call: Call, json: () async throws -> [UInt8]) async throws
        -> Answer
    {
        var headers = HTTPFields()
        headers[.eTag] = version.tag
        if version.isNamed(in: call.headers[values: .ifNoneMatch]) {
            return Answer(.notModified, headers: headers)
        }
        return Answer(.ok, headers: headers, body: .json(try await json()))
    }

    /// The answer to a GET of a list.
    package func page(of kind: ResourceKind, to call: Call) async throws -> Answer {
        let query = try PageQuery(call.query)
        let found = try await DocumentRepository.list(
            kind, of: call.principal.account, after: query.cursor, limit: query.limit + 1, in: database
        ).map { $0.shown(to: call.viewer) }
        let last = found.count > query.limit ? found[query.limit - 1] : nil
        let next = last.map { PageCursor(sortKey: $0.sortKey, id: $0.resource.id) }
        return Answer(.ok, body: .json(try await documents.page(of: found.prefix(query.limit), next: next)))
    }

    /// The id in a call's path.
    ///
    /// - Throws: `notFound` when it has not the form of one: there is nothing of that name.
    package static func id(of call: Call) throws(ProblemDetails) -> UUID {
        guard let text = call.id, text.utf8.count == 36, let id = UUID(uuidString: text) else {
            throw ProblemDetails(.notFound)
        }
        return id
    }
}

extension ResourceReader {
    /// The calendar day that it is now for the account, by its time zone.
    package func today(of account: AccountID) async throws -> CalendarDay { try await moment(of: account).day }

    /// The time now, and the person's clock.
    package func moment(of account: AccountID) async throws -> LocalMoment {
        let zone = try await AccountRepository.timeZone(of: account, in: database)
        return LocalMoment(
            now: EventTime.truncate(clock.now()), timeZone: zone.flatMap(TimeZone.init(identifier:)) ?? .gmt)
    }
}
