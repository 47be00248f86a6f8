import EventContracts
import Messaging
import ServiceRuntime

/// The composition of `nutrition`: meals, days, goals and foods.
package enum NutritionService {
    /// Its name everywhere (STYLE N8).
    package static let name = "nutrition"

    /// Builds the service; it runs when asked to.
    ///
    /// - Parameters:
    ///   - configuration: what `NutritionConfiguration` read, or a test made.
    ///   - clock: the time of day.
    /// - Returns: the service, not yet running.
    /// - Throws: what is wrong with the configuration.
    package static func build(
        _ configuration: NutritionConfiguration, clock: any WallClock = SystemClock()
    ) throws -> EventService {
        let parts = try EventServiceParts(name: name, settings: configuration.settings, clock: clock)
        let messaging = try parts.messaging(
            subscriptions: [],
            operations: OutcomeEvents<NutritionCommandRejected, NutritionCommandFailed>(),
            snapshots: [])
        return parts.service(messaging, work: [])
    }
}
