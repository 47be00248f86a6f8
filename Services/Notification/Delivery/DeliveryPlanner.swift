import EventContracts
import Foundation
import NotificationRules
import Postgres
import Quantities
import ServiceRuntime

/// Decides on deliveries of notices outside the inbox, and queues them.
package struct DeliveryPlanner: Sendable {
    /// Maximum number of notices processed per transaction.
    static let batch = 200

    let pool: PostgresPool
    let clock: any WallClock

    package init(pool: PostgresPool, clock: any WallClock) {
        self.pool = pool
        self.clock = clock
    }

    /// The current time with the precision of event times, so that a notice created now is due now.
    var now: Date { EventTime.truncate(clock.now()) }

    /// Processes due decisions.
    ///
    /// - Parameter isUrgent: Whether urgent or other notices are processed.
    /// - Returns: The number of processed notices.
    /// - Throws: A `PostgresError`.
    @discardableResult
    package func plan(isUrgent: Bool) async throws -> Int {
        try await pool.withTransaction { transaction in
            let now = now
            let due = try await DueDeliveryRepository.due(
                isUrgent: isUrgent, at: now, limit: Self.batch, in: transaction)
            guard !due.isEmpty else { return 0 }
            let ways = try await TargetRepository.channels(of: due.map(\.account), in: transaction)
            let zones = try await AccountRepository.timeZones(of: due.map(\.account), in: transaction)
            let preferences = try await PreferencesRepository.find(of: due.map(\.account), in: transaction)
            let earlier = try await DeliveryRepository.queuedDeliveries(of: due, in: transaction)
            var new: [DeliveryRepository.New] = [], next: [NoticeID: Date?] = [:]
            for dueDelivery in due {
                let ways = ways[dueDelivery.account] ?? []
                let step = DeliveryStep.decide(
                    dueDelivery.kind, preferences[dueDelivery.account] ?? DeliveryPreferences(),
                    reachable: Set(ways.map(\.channel)),
                    earlier: earlier[dueDelivery.notice] ?? [], at: now,
                    by: LocalClock(zones[dueDelivery.account] ?? .gmt))
                next[dueDelivery.notice] = .some(step.nextAt)
                for way in step.deliveries {
                    new += ways.filter { $0.channel == way.channel }.map {
                        .init(dueDelivery: dueDelivery, target: $0, at: way.at, isDigest: way.isInDigest)
                    }
                }
            }
            try await DeliveryRepository.queue(new, at: now, in: transaction)
            try await DueDeliveryRepository.postpone(next, in: transaction)
            return due.count
        }
    }
    /// Starts attempts of digests: everything due for each target, unless that day's digest was sent already.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - limit: Maximum number.
    ///   - transaction: The transaction that records the attempts.
    /// - Returns: The parts of each digest that the caller must send.
    /// - Throws: A `PostgresError`.
    func claimDigests(
        at now: Date, limit: Int, in transaction: borrowing Transaction
    ) async throws -> [[ClaimedDelivery]] {
        let due = try await DeliveryRepository.lockDigests(at: now, limit: limit, in: transaction)
        guard !due.isEmpty else { return [] }
        let zones = try await AccountRepository.timeZones(of: due.map(\.account), in: transaction)
        let preferences = try await PreferencesRepository.find(of: due.map(\.account), in: transaction)
        var ready: [(id: UUID, day: CalendarDay?)] = [], later: [UUID: Date] = [:]
        for target in due {
            let clock = LocalClock(zones[target.account] ?? .gmt)
            let at = DailyDigest.release(
                at: now, last: target.lastDay, preferences[target.account] ?? DeliveryPreferences(), by: clock)
            if target.isBegun {
                ready.append((target.id, nil))
            } else if at <= now {
                ready.append((target.id, clock.day(at: now)))
            } else {
                later[target.id] = at
            }
        }
        try await DeliveryRepository.postponeDigests(later, at: now, in: transaction)
        return try await DeliveryRepository.claimDigests(of: ready, at: now, in: transaction)
    }
}
