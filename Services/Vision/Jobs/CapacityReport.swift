import EventContracts
import Foundation
import Messaging
import Postgres

/// Publishes the analysis capacity and the number of waiting photos of all instances; one instance at a time does it.
package struct CapacityReport: Sendable {
    /// Minimum time between two reports, in seconds.
    static let shortest = 1.0
    /// Maximum interval of publishing, in seconds: a receiver without news for half a minute assumes that no worker
    /// runs.
    static let longest = 9.0

    let database: MessagingDatabase

    /// Publishes the capacity, if it is due.
    package func tell() async throws {
        try await database.write(.request(correlationID: UUID())) { transaction in
            guard let turn = try await CapacityRepository.takeTurn(in: transaction) else { return }
            let now = try transaction.eventTime()
            // The longer question is not asked in vain.
            if let told = turn.told, Self.age(of: told, at: now) < Self.shortest { return }
            let measured = try await CapacityRepository.measure(at: now, in: transaction)
            guard Self.isDue(measured, after: turn.told) else { return }
            try await CapacityRepository.keep(measured, in: transaction)
            try await transaction.appendNewest(measured, key: VisionService.name)
        }
    }

    /// Whether a measurement must be published.
    package static func isDue(_ measured: CapacityMeasured, after told: CapacityMeasured?) -> Bool {
        guard let told else { return true }
        let age = age(of: told, at: measured.measuredAt)
        var same = told
        same.measuredAt = measured.measuredAt
        return age >= longest || (age >= shortest && measured != same)
    }

    /// In seconds; endless when the clock was set back.
    private static func age(of told: CapacityMeasured, at now: Date) -> Double {
        let age = now.timeIntervalSince(told.measuredAt)
        return age < 0 ? .infinity : age
    }
}
