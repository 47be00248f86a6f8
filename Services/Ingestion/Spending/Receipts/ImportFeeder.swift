import EventContracts
import Foundation
import IngestionCore
import Messaging
import ServiceRuntime

/// Turns the purchases of files into commands, a few at a time: what people do one by one never waits for more of them.
///
/// A purchase takes `spending` some milliseconds, and everybody's commands of a partition wait for it. So at most `window`
/// of a partition are under way, whoever they are of, and the next ones follow when those are there.
package struct ImportFeeder: Sendable {
    /// Purchases of a partition that are under way.
    package static let window = 8
    /// How often it looks while there is something to do, and while there is not.
    static let pause = (busy: Duration.milliseconds(50), idle: Duration.seconds(1))
    /// A purchase that is not there after so many seconds is not waited for: `spending` is away, or has set it aside.
    private static let longestWait: TimeInterval = 30

    let database: MessagingDatabase
    /// Rung when a file was queued.
    let wakeSignal: WakeSignal

    package init(database: MessagingDatabase, wakeSignal: WakeSignal = WakeSignal()) {
        self.database = database
        self.wakeSignal = wakeSignal
    }

    /// Appends what may go now, then waits until there may be more to do.
    ///
    /// - Throws: A `PostgresError`.
    package func run() async throws {
        var pause = Self.pause.idle
        do {
            if try await !ImportQueueRepository.isEmpty(in: database.pool) {
                try await feed()
                pause = Self.pause.busy
            }
        } catch {
            await wakeSignal.wait(atMost: pause)
            throw error
        }
        await wakeSignal.wait(atMost: pause)
    }

    /// Appends the commands that may be under way beside those that are.
    ///
    /// - Returns: How many purchases became commands.
    @discardableResult
    package func feed() async throws -> Int {
        try await database.write(.request(correlationID: UUID())) { transaction in
            guard try await ImportQueueRepository.lock(in: transaction) else { return 0 }
            let now = try transaction.eventTime()
            try await ImportQueueRepository.removeDone(orderedBefore: now - Self.longestWait, in: transaction)
            let next = try await ImportQueueRepository.takeNext(window: Self.window, at: now, in: transaction)
            for purchase in next {
                let version = try await VersionRepository.next(
                    of: ResourceReference(.receipt, purchase.receipt.uuid), of: purchase.account, after: 0,
                    accepted: try EventCoding.encode(AcceptedReceipt()), at: now, in: transaction)
                guard let version else { continue }
                try transaction.append(
                    RecordReceipt(
                        accountID: purchase.account, receiptID: purchase.receipt, version: version, source: .file,
                        record: purchase.record),
                    key: purchase.account, subject: purchase.receipt,
                    answering: .request(correlationID: purchase.correlationID))
            }
            return next.count
        }
    }
}

/// What the route that takes files needs beside the diary of purchases.
struct Imports: Sendable {
    /// Files read at once, and how many may wait.
    private static let readers = 1, queue = 50

    let limits: RequestLimits
    let wakeSignal: WakeSignal
    let lanes = WorkLanes(label: "imports", lanes: readers, capacity: queue, givesWay: true)
}
