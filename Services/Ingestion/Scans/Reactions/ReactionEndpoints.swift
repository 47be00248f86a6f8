import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import Postgres
import Quantities
import Sealing
import ServiceRuntime

/// The diary of allergic reactions.
struct ReactionEndpoints: Sendable {
    /// Ids in an entry.
    static let references: [String: BodyReference] = ["/scan": .own(.labelScan), "/meal": .own(.meal)]

    let acceptor: CommandAcceptor
    let sealer: Sealer

    func list(_ call: Call) async throws -> Answer { try await acceptor.resources.page(of: .reaction, to: call) }

    func read(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        let resource = ResourceReference(.reaction, try ResourceReader.id(of: call))
        let document = try await acceptor.resources.ownDocument(resource, of: account)
        return try await acceptor.resources.answer(document, to: call)
    }

    func record(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        let entry = try ReactionEntry.new(call.body, today: acceptor.resources.clock.now())
        let reaction = ReactionID.random()
        let command = try await self.command(entry, reaction, version: 1, of: account)
        let acceptance = try await save(command, after: 0, call)
        return try await acceptor.answer(acceptance, to: call, done: .created)
    }

    func change(_ call: Call) async throws -> Answer {
        let (account, reaction, assigned) = try await target(of: call)
        guard let accepted = assigned.accepted else { throw ProblemDetails(.notFound) }
        let last = try EventCoding.decode(RecordReaction.self, from: accepted)
        let notes = try await sealer.open(last.notes, .reactionNotes(reaction, of: account))
        let entry = try ReactionEntry(last, notes).changed(by: call.body, today: acceptor.resources.clock.now())
        let command = try await self.command(entry, reaction, version: assigned.version + 1, of: account)
        let acceptance = try await save(command, after: assigned.version, call)
        return try await acceptor.answer(acceptance, to: call, done: .ok)
    }

    func delete(_ call: Call) async throws -> Answer {
        let (account, reaction, assigned) = try await target(of: call)
        let resource = ResourceReference(.reaction, reaction.uuid)
        let acceptance = try await acceptor.accept(call, about: resource) { transaction in
            let version = try await VersionRepository.next(
                of: resource, of: account, after: assigned.version, accepted: nil, at: transaction.eventTime(),
                in: transaction)
            guard let version else { throw Self.overtaken(call) }
            try transaction.append(
                DeleteReaction(accountID: account, reactionID: reaction, version: version),
                key: account, subject: reaction)
        }
        return try await acceptor.answer(acceptance, to: call, done: .noContent)
    }

    /// Restores a deleted entry by recording it again unchanged.
    func restore(_ call: Call) async throws -> Answer {
        if let acceptance = try await acceptor.repeated(call) {
            return try await acceptor.answer(acceptance, to: call, done: .ok)
        }
        let gone = try await acceptor.deleted(call, .reaction, as: ReactionChanged.self)
        let was = gone.body
        let command = RecordReaction(
            accountID: gone.account, reactionID: was.reactionID, version: gone.version + 1, occurredOn: was.occurredOn,
            timeOfDay: was.timeOfDay, allergens: was.allergens, severity: was.severity, notes: was.notes,
            links: was.links)
        let acceptance = try await save(command, after: gone.version, call)
        return try await acceptor.answer(acceptance, to: call, done: .ok)
    }

    /// The person's scans in the 48 hours before a reaction, in local time, newest first.
    func exposures(_ call: Call) async throws -> Answer {
        let account = try call.principal.account, resources = acceptor.resources
        let resource = ResourceReference(.reaction, try ResourceReader.id(of: call))
        guard let document = try await resources.ownDocument(resource, of: account) else {
            throw ProblemDetails(.notFound)
        }
        let reaction = try EventCoding.decode(ReactionChanged.self, from: document.body)
        let zone = try await AccountRepository.timeZone(of: account, in: resources.database)
        guard let day = CalendarDay(reaction.occurredOn),
            let window = ExposureWindow(
                day: day, timeOfDay: reaction.timeOfDay.flatMap(TimeOfDay.init),
                in: zone.flatMap(TimeZone.init(identifier:)) ?? .gmt)
        else { throw UnknownStoredValue(column: "documents.body") }
        let scans = try await DocumentRepository.list(
            .labelScan, of: account, from: window.from, upTo: window.upTo, limit: ExposuresView.maxScans,
            in: resources.database
        ).map { try EventCoding.decode(ScanAssessed.self, from: $0.body) }
        return try .json(.ok, ExposuresView(reaction, window, scans))
    }

    private func save(_ command: RecordReaction, after previous: Int64, _ call: Call) async throws -> AcceptedCommand {
        let resource = ResourceReference(.reaction, command.reactionID.uuid)
        return try await acceptor.accept(call, about: resource) { transaction in
            let version = try await VersionRepository.next(
                of: resource, of: command.accountID, after: previous, accepted: EventCoding.encode(command),
                at: transaction.eventTime(), in: transaction)
            guard version == command.version else { throw Self.overtaken(call) }
            try transaction.append(command, key: command.accountID, subject: command.reactionID)
        }
    }

    private func command(
        _ entry: ReactionEntry, _ reaction: ReactionID, version: Int64, of account: AccountID
    ) async throws -> RecordReaction {
        entry.command(
            reaction, version: version, of: account,
            notes: try await sealer.seal(entry.sealedPart, .reactionNotes(reaction, of: account)))
    }

    /// The entry of a call, if it belongs to the account and the caller knows its current version.
    private func target(of call: Call) async throws -> (AccountID, ReactionID, AssignedVersion) {
        let account = try call.principal.account
        let id = try ResourceReader.id(of: call)
        let resource = ResourceReference(.reaction, id)
        let assigned = try await VersionRepository.read(resource, of: account, in: acceptor.resources.database)
        guard let assigned, assigned.accepted != nil else { throw ProblemDetails(.notFound) }
        let condition = EntityTag.condition(call.headers[values: .ifMatch], weak: false)
        guard condition?.matches(assigned.version) ?? true else { throw ProblemDetails(.versionMismatch) }
        return (account, ReactionID(id), assigned)
    }

    /// The problem for a concurrent change of the same entry between reading and writing.
    private static func overtaken(_ call: Call) -> ProblemDetails {
        call.headers[.ifMatch] == nil
            ? ProblemDetails(.conflict, because: .anotherChange)
            : ProblemDetails(.versionMismatch)
    }
}
