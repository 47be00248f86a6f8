import EventContracts
import Foundation
import Messaging
import Postgres

/// Publishes the analysis capacity and the number of waiting photos of all instances; done by one instance at a time.
package struct CapacityReport: Sendable {
    /// Minimum time between two reports, in seconds.
    static let minInterval = 1.0
    /// Maximum interval of publishing, in seconds; the gateway ignores measurements older than half a minute.
    static let maxInterval = 9.0

    let database: MessagingDatabase

    /// Publishes the capacity, if it is due.
    package func publish() async throws {
        try await database.write(.request(correlationID: UUID())) { transaction in
            guard let turn = try await CapacityRepository.takeTurn(in: transaction) else { return }
            let now = try transaction.eventTime()
            // The cheaper check comes before the measurement.
            if let published = turn.published, Self.age(of: published, at: now) < Self.minInterval { return }
            let measured = try await CapacityRepository.measure(at: now, in: transaction)
            guard Self.isDue(measured, after: turn.published) else { return }
            try await CapacityRepository.keep(measured, in: transaction)
            try await transaction.appendNewest(measured, key: VisionService.name)
        }
    }

    /// Whether a measurement must be published.
    package static func isDue(_ measured: CapacityMeasured, after published: CapacityMeasured?) -> Bool {
        guard let published else { return true }
        let age = age(of: published, at: measured.measuredAt)
        var same = published
        same.measuredAt = measured.measuredAt
        return age >= maxInterval || (age >= minInterval && measured != same)
    }

    /// Age in seconds; infinite if the clock was set back.
    private static func age(of published: CapacityMeasured, at now: Date) -> Double {
        let age = now.timeIntervalSince(published.measuredAt)
        return age < 0 ? .infinity : age
    }
}
