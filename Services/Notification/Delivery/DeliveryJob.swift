import EventContracts
import Foundation
import Logging
import Messaging
import NotificationChannels
import Postgres
import ServiceLifecycle
import ServiceRuntime
import Synchronization

/// Delivers notices outside the inbox: decides, claims, sends and stores the results, with bounded concurrency.
///
/// Urgent messages have their own worker, so that they wait for no others; instances share the messages.
package struct DeliveryJob: Service {
    /// Maximum number of messages being sent at the same time; the database cost of a round does not depend on their
    /// number.
    private static let maxConcurrent = 256
    /// Polling intervals if no delivery is known to be due; short for urgent ones, because an alert must not wait.
    private static let pauses = (urgent: Duration.milliseconds(250), other: Duration.seconds(1))
    /// How long running deliveries may take when the service stops.
    private static let lastWord = Duration.seconds(5)

    let isUrgent: Bool
    let database: MessagingDatabase
    let planner: DeliveryPlanner
    let writer: MessageWriter
    let sender: ChannelSender
    let figures: DeliveryFigures
    let logger: Logger

    package func run() async throws {
        let flow = Flow()
        database.activity.wakes(flow.wakeSignal)
        await withGracefulShutdownHandler {
            await withDiscardingTaskGroup { group in
                var end: ContinuousClock.Instant?, failure: String?
                while !Task.isCancelled {
                    if flow.isStopping {
                        end = end ?? .now + Self.lastWord
                        if flow.isIdle || end.map({ $0 < .now }) ?? true { break }
                    }
                    var moved = 0
                    do {
                        moved = try await turn(flow, &group)
                        failure = nil
                    } catch {
                        report(safeDescription(of: error), after: &failure)
                    }
                    if moved == 0 {
                        let pause = isUrgent ? Self.pauses.urgent : Self.pauses.other
                        await flow.wakeSignal.wait(atMost: database.activity.interval(pause))
                    }
                }
                group.cancelAll()
            }
        } onGracefulShutdown: {
            flow.stop()
        }
    }

    /// Stores finished deliveries and starts due ones.
    private func turn(_ flow: Flow, _ group: inout DiscardingTaskGroup) async throws -> Int {
        let done = flow.takeDone()
        do {
            try await settle(done)
        } catch {
            flow.release(done)
            throw error
        }
        guard !flow.isStopping, flow.free(of: Self.maxConcurrent) > 0 else { return done.count }
        let pool = planner.pool, now = planner.now
        guard try await DeliveryRepository.isAnythingDue(isUrgent: isUrgent, at: now, on: pool) else {
            return done.count
        }
        let planned = try await planner.plan(isUrgent: isUrgent), limit = flow.free(of: Self.maxConcurrent)
        let claimed = try await pool.withTransaction { transaction in
            let now = planner.now
            let single = try await DeliveryRepository.claim(
                isUrgent: isUrgent, at: now, limit: limit, in: transaction
            ).map { [$0] }
            guard !isUrgent, single.count < limit else { return single }
            return try await single
                + planner.claimDigests(at: now, limit: limit - single.count, in: transaction)
        }
        for message in claimed {
            flow.begin()
            group.addTask { await deliver(message, flow) }
        }
        return done.count + planned + claimed.count
    }

    /// Makes one attempt to send a message, which may contain several notices.
    private func deliver(_ message: [ClaimedDelivery], _ flow: Flow) async {
        let outcome: DeliveryOutcome =
            switch await writer.write(message) {
            case .success(let written):
                await sender.send(written.message, to: written.target, at: planner.now)
            case .failure(let problem): problem.outcome
            }
        // The result of an aborted attempt is unknown, so it is repeated after its lease.
        flow.end(Task.isCancelled ? nil : (message, outcome))
    }

    private func settle(_ done: [Done]) async throws {
        guard !done.isEmpty else { return }
        let now = planner.now
        var settled: [ClaimedDelivery] = []
        for (message, outcome) in done {
            // Messages sent together get the same pause, so that they are retried together.
            var random = OneNumber(value: .random(in: .min ... .max))
            for var part in message {
                part.delivery.settle(outcome, at: now, using: &random)
                settled.append(part)
            }
        }
        let changed = settled, gone = done.filter { $0.outcome == .gone }.compactMap(\.message.first?.target?.id)
        let proven = isUrgent ? changed.filter { $0.delivery.state != .queued } : []
        try await database.write(.request(correlationID: UUID())) { transaction in
            // Notices are locked before their messages, in the same order as in handlers that change notices.
            try await prove(proven, at: now, in: transaction)
            try await DeliveryRepository.store(changed, at: now, in: transaction)
            try await TargetRepository.remove(gone, in: transaction)
            let failed = changed.filter { $0.delivery.state == .failed }.map(\.notice)
            try await DueDeliveryRepository.hasten(failed, at: now, in: transaction)
        }
        for (message, outcome) in done {
            if let channel = message.first?.channel { figures.count(channel, outcome) }
        }
    }

    /// Stores the deliveries in each notice.
    private func prove(_ settled: [ClaimedDelivery], at now: Date, in transaction: borrowing Transaction) async throws {
        for (id, messages) in Dictionary(grouping: settled, by: \.notice).sorted(by: {
            $0.key.uuid.uuidString < $1.key.uuid.uuidString
        }) {
            guard let account = messages.first?.account,
                var notice = try await NoticeRepository.lockLying(id, of: account, in: transaction)
            else { continue }
            let new = messages.map { message in
                NoticeDelivery(
                    channel: message.channel, state: message.delivery.state == .failed ? .failed : .sent,
                    proof: message.delivery.proof, at: now)
            }
            notice.version += 1
            notice.deliveries = (notice.deliveries ?? []) + new
            try NoticeRepository.prove(notice, in: transaction)
            try transaction.append(NoticeChanged(notice: notice), key: account, subject: id)
        }
    }

    private func report(_ problem: String, after known: inout String?) {
        if problem != known {
            logger.warning("delivering notices failed", metadata: ["urgent": "\(isUrgent)", "error": "\(problem)"])
        }
        known = problem
    }
}

/// A message, of one notice or of a digest, with the outcome of its attempt.
private typealias Done = (message: [ClaimedDelivery], outcome: DeliveryOutcome)

/// Returns always the same number, so that all pauses derived from it are equal.
private struct OneNumber: RandomNumberGenerator {
    let value: UInt64

    mutating func next() -> UInt64 { value }
}

/// The running deliveries.
private final class Flow: Sendable {
    private struct State {
        var inProgress = 0
        var done: [Done] = []
        var isStopping = false
    }

    private let state = Mutex(State())
    let wakeSignal = WakeSignal()

    var isStopping: Bool { state.withLock(\.isStopping) }
    var isIdle: Bool { state.withLock { $0.inProgress == 0 && $0.done.isEmpty } }

    func free(of limit: Int) -> Int { state.withLock { limit - $0.inProgress - $0.done.count } }

    func stop() {
        state.withLock { $0.isStopping = true }
        wakeSignal.signal()
    }

    func begin() { state.withLock { $0.inProgress += 1 } }

    func end(_ result: Done?) {
        state.withLock { state in
            state.inProgress -= 1
            if let result { state.done.append(result) }
        }
        wakeSignal.signal()
    }

    func takeDone() -> [Done] {
        state.withLock { state in
            defer { state.done = [] }
            return state.done
        }
    }

    func release(_ done: [Done]) {
        state.withLock { $0.done = done + $0.done }
    }
}
