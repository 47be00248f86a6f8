import EventContracts
import Foundation
import IngestionCore
import Messaging
import ServiceRuntime

/// Turns imported purchases into commands, a few at a time, so that they do not delay interactive commands.
///
/// `spending` needs some milliseconds per purchase, and all commands of a partition wait for it. So at most `window`
/// imported purchases of a partition are in progress, and the next ones follow after those are done.
package struct ImportFeeder: Sendable {
    /// Maximum number of purchases in progress per partition.
    package static let window = 8
    /// Polling interval with pending work, and without.
    static let pause = (busy: Duration.milliseconds(50), idle: Duration.seconds(1))
    /// Seconds after which a purchase is no longer awaited, because `spending` is down or has moved it to the dead
    /// letters.
    private static let maxWait: TimeInterval = 30

    let database: MessagingDatabase
    /// Signaled when a file was queued.
    let wakeSignal: WakeSignal

    package init(database: MessagingDatabase, wakeSignal: WakeSignal = WakeSignal()) {
        self.database = database
        self.wakeSignal = wakeSignal
    }

    /// Appends the commands that may be sent now, then waits for more work.
    ///
    /// - Throws: A `PostgresError`.
    package func run() async throws {
        var pause = database.activity.interval(Self.pause.idle)
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

    /// Appends commands up to the window.
    ///
    /// - Returns: The number of appended commands.
    @discardableResult
    package func feed() async throws -> Int {
        try await database.write(.request(correlationID: UUID())) { transaction in
            guard try await ImportQueueRepository.lock(in: transaction) else { return 0 }
            let now = try transaction.eventTime()
            try await ImportQueueRepository.removeDone(orderedBefore: now - Self.maxWait, in: transaction)
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

/// The dependencies of the import route.
struct Imports: Sendable {
    /// Number of files read at the same time, and maximum number of waiting ones.
    private static let readers = 1, queue = 50

    let limits: RequestLimits
    let wakeSignal: WakeSignal
    let lanes = WorkLanes(label: "imports", lanes: readers, capacity: queue, yields: true)
}
