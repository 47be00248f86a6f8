import EventContracts
import Foundation
import HTTPTypes
import Hexadecimal
import Postgres
import Quantities
import ServiceRuntime

/// Reads an account's projected documents, waiting for the caller's own pending changes.
package struct ResourceReader: Sendable {
    package let database: PostgresPool
    package let documents: RenderedDocuments
    package let waiter: Waiter
    package let clock: any WallClock

    /// Maximum wait of a read for the caller's own change.
    private static let ownChangeLimit = Duration.seconds(2)
    /// How long after a change reads wait for it, in seconds: a rejected change never arrives.
    private static let ownChangeAge: TimeInterval = 30

    /// A document of the account; nil if it does not exist or was deleted.
    package func document(_ resource: ResourceReference, of account: AccountID) async throws -> Document? {
        let document = try await DocumentRepository.read(resource, of: account, in: database)
        return document?.deletedAt == nil ? document : nil
    }

    /// A document of the account including all changes that the gateway has accepted, if they arrive in time; nil if it
    /// does not exist or was deleted.
    package func ownDocument(_ resource: ResourceReference, of account: AccountID) async throws -> Document? {
        let document = try await newest(resource, of: account)
        return document?.deletedAt == nil ? document : nil
    }

    /// Like `ownDocument`, including deleted documents.
    package func newest(_ resource: ResourceReference, of account: AccountID) async throws -> Document? {
        let newest = try await VersionRepository.read(resource, of: account, in: database)
        let isRecent = newest.map { clock.now().timeIntervalSince($0.assignedAt) < Self.ownChangeAge } ?? false
        let assigned = isRecent ? newest?.version ?? 0 : 0
        return try await waiter.value(woken: .account(account), until: .now + Self.ownChangeLimit) {
            try await DocumentRepository.read(resource, of: account, in: database)
        } isDone: {
            ($0?.version ?? 0) >= assigned
        }
    }

    /// An operation of the account, as soon as it has ended or the time limit is reached.
    ///
    /// - Throws: `notFound` if the account has no such operation.
    package func operation(
        _ id: OperationID, of account: AccountID, until end: ContinuousClock.Instant?
    ) async throws -> OperationRecord {
        let record = try await waiter.value(woken: .operation(id), until: end ?? .now) {
            try await OperationRepository.read(id, of: account, in: database)
        } isDone: {
            $0?.outcome != nil || $0 == nil
        }
        guard let record else { throw ProblemDetails(.notFound) }
        return record
    }

    /// An operation with its result, in the form for clients; its problem in the caller's language.
    package func view(of record: OperationRecord, for call: Call) async throws -> OperationView {
        var result: ResourceView?
        if let document = record.result { result = try await documents.opener.view(of: document) }
        var problem = record.problem
        if problem != nil {
            let language = try await call.preferredLanguage(in: database)
            problem = problem?.worded(in: language)
        }
        return OperationView(
            record, result: result, problem: problem, expected: try await expectation(of: record), at: clock.now())
    }

    /// The expected time of the photo's analysis; nil if it has no photo, has ended, or there is no estimate.
    private func expectation(of record: OperationRecord) async throws -> PhotoExpectation? {
        guard let lane = record.lane, record.outcome == nil else { return nil }
        return PhotoExpectation(
            photosBefore: try await OperationRepository.photosBefore(record, in: lane, database), in: lane,
            try await CapacityRepository.read(in: database), at: clock.now())
    }

    /// The answer to a GET of one resource.
    ///
    /// - Throws: `notFound` if it does not exist.
    package func answer(_ document: Document?, to call: Call) async throws -> Answer {
        guard let document = document?.shown(to: call.viewer) else { throw ProblemDetails(.notFound) }
        return try await answer(version: document.tag, to: call) { try await documents.json(of: document) }
    }

    /// The answer to a GET of one resource in a version: its JSON, or 304 if the client has that version.
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
    /// - Throws: `notFound` if it does not have the form of an id.
    package static func id(of call: Call) throws(ProblemDetails) -> UUID {
        guard let text = call.id, let id = UUID(text: text) else {
            throw ProblemDetails(.notFound)
        }
        return id
    }
}

extension ResourceReader {
    /// The account's current local day, by its time zone.
    package func today(of account: AccountID) async throws -> CalendarDay { try await moment(of: account).day }

    /// The account's current local time.
    package func moment(of account: AccountID) async throws -> LocalMoment {
        let zone = try await AccountRepository.timeZone(of: account, in: database)
        return LocalMoment(
            now: EventTime.truncate(clock.now()), timeZone: zone.flatMap(TimeZone.init(identifier:)) ?? .gmt)
    }
}
