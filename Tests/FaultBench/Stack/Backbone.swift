import AllergenService
import BillingService
import EventContracts
import IngestionCore
import IngestionService
import NotificationService
import NutritionService
import Postgres
import SpendingService
import TestSupport
import VisionService

/// The services of this repository as a stack.
package func withBackbone<Value>(_ body: (TestStack) async throws -> Value) async throws -> Value {
    try await TestStack.with(try backbone(), body)
}

/// As above, on the given server and with the given wiring.
package func withBackbone<Value>(
    server: PostgresConfiguration, wiring: any StackWiring, environment: [String: String], sells: Bool = false,
    older: OlderRelease? = nil, brokers: NamedBrokers? = nil, _ body: (TestStack) async throws -> Value
) async throws -> Value {
    let shop = sells ? [TestStack.Schema(BillingService.name, try BillingMigrations.all())] : []
    return try await TestStack.with(
        try backbone() + shop, server: server, wiring: wiring, environment: environment, older: older,
        brokers: brokers, body)
}

extension TestStack {
    /// The services of every row: all but `billing`, which needs a payment provider.
    static let benchServices = Topic.services.filter { $0 != BillingService.name }

    /// The running services.
    var serviceNames: [String] { services.map(\.name) }
}

/// The services of a stack without `billing`, the gateway first.
package func backbone() throws -> [TestStack.Schema] {
    [
        .init(IngestionService.name, try IngestionMigrations.all()),
        .init(VisionService.name, try VisionMigrations.all()),
        .init(NutritionService.name, try NutritionMigrations.all()),
        .init(AllergenService.name, try AllergenMigrations.all()),
        .init(NotificationService.name, try NotificationMigrations.all()),
        .init(SpendingService.name, try SpendingMigrations.all()),
    ]
}
