import EventContracts
import Foundation
import Logging
import Messaging
import Sealing
import Synchronization
import TestPeers
import TestSupport
import Testing
import UnitSupport

/// Passes the same commands to `Neighbors` and to the service that it simulates, on the real schemas of both.
final class Rehearsal: Sendable {
    let account: AccountID
    let sealer: Sealer
    let clock: FixedClock
    private let neighbors: Neighbors
    private let service: RealService
    private let database: MessagingDatabase
    private let ordered = Mutex<Set<EventType>>([])

    private init(_ person: Person, _ gateway: TestGateway, _ service: RealService, _ database: MessagingDatabase) {
        account = person.account
        sealer = gateway.sealer
        clock = gateway.clock
        neighbors = gateway.neighbors
        self.service = service
        self.database = database
    }

    /// Runs a body with a new person, and then requires that it has passed every command type of a topic.
    ///
    /// - Parameters:
    ///   - make: Creates the service.
    ///   - topic: The commands of the service.
    ///   - unanswered: Commands that `Neighbors` does not answer.
    ///   - body: Passes the commands.
    /// - Throws: The error of the body, or of a missing dependency.
    static func with(
        _ make: @escaping @Sendable (Sealer) throws -> RealService, _ topic: Topic,
        without unanswered: [EventType] = [],
        _ body: @escaping @Sendable (Rehearsal) async throws -> Void
    ) async throws {
        try await TestGateway.with(neighbors: false) { gateway in
            let person = try await gateway.register(), service = try make(gateway.sealer)
            try await HandlerBench.with(service: service.name, migrations: service.migrations) { bench in
                let database = MessagingDatabase(
                    service: service.name, pool: bench.database.pool, clock: gateway.clock,
                    logger: Logger(label: "rehearsal"))
                let rehearsal = Rehearsal(person, gateway, service, database)
                try await body(rehearsal)
                let commands = EventRegistry.all.filter { $0.topic == topic }.map(\.type)
                let ordered = rehearsal.ordered.withLock(\.self)
                #expect(ordered.union(unanswered) == Set(commands))
            }
        }
    }

    /// Passes a command to both, and compares the published events field by field.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - simplified: Paths of the fields in which `Neighbors` is simpler, such as `meal-changed/totals`.
    /// - Throws: An error of either.
    func command<Command: PersonalEventBody>(_ command: Command, unlike simplified: [String] = []) async throws {
        let attributes = EventAttributes(
            id: UUID(), source: "foodmagic/ingestion", type: Command.type, time: clock.now(), subject: nil,
            key: command.accountID.description, operationID: .random(), correlationID: UUID())
        let body = try EventCoding.encode(command)
        let published = neighbors.state.withLock { $0.answers.count }
        let said = try await database.everythingSaid().count
        try await neighbors.take(attributes, body)
        try await service.handle(attributes, body, in: database)
        let prefix = "foodmagic.\(service.name)."
        let played = neighbors.state.withLock { Array($0.answers.dropFirst(published)) }
            .filter { $0.attributes.type.name.hasPrefix(prefix) }
        let real = Array(try await database.everythingSaid().dropFirst(said))
        #expect(!real.isEmpty, "\(Command.type) has an answer")
        let answer = try await AnswerValues(played, sealer), expected = try await AnswerValues(real, sealer)
        let differences = answer.differences(from: expected, except: simplified)
        #expect(differences.isEmpty, "\(Command.type): \(differences.joined(separator: "\n"))")
        ordered.withLock { _ = $0.insert(Command.type) }
        clock.advance(by: .seconds(1))
    }

    /// Adds a notice to the inboxes of both.
    func keep(_ notice: Notice) async throws {
        neighbors.state.withLock { $0.notices[notice.noticeID] = notice }
        try await RealService.keep(notice, in: database)
    }

    /// The newest state of a purchase, decrypted.
    func record(_ receipt: ReceiptID) async throws -> ReceiptRecord {
        let published = try #require(neighbors.state.withLock { $0.receipts[receipt]?.last })
        return try await sealer.open(published.record, .receiptRecord(receipt, of: account))
    }
}
