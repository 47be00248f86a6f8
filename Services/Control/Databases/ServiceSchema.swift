import AllergenService
import BillingService
import EventContracts
import IngestionCore
import IngestionService
import NotificationService
import NutritionService
import Postgres
import SpendingService
import VisionService

/// The schema of one service, and its migrations.
struct ServiceSchema: Sendable {
    /// The name of the service, which is also that of its schema, database role and consumer group.
    let name: String
    /// Messaging's migrations, then the service's own.
    let migrations: [Migration]

    /// All services that have a schema.
    ///
    /// - Throws: `PostgresError` if a migration file has an invalid name.
    static func all() throws -> [ServiceSchema] {
        [
            ServiceSchema(name: "ingestion", migrations: try IngestionMigrations.all()),
            ServiceSchema(name: "vision", migrations: try VisionMigrations.all()),
            ServiceSchema(name: "nutrition", migrations: try NutritionMigrations.all()),
            ServiceSchema(name: "allergen", migrations: try AllergenMigrations.all()),
            ServiceSchema(name: "notification", migrations: try NotificationMigrations.all()),
            ServiceSchema(name: "spending", migrations: try SpendingMigrations.all()),
            ServiceSchema(name: "billing", migrations: try BillingMigrations.all()),
        ]
    }

    /// Services named on the command line; all if none is named.
    ///
    /// - Throws: `ControlFailure.usage` naming an unknown one.
    static func names(_ chosen: [String]) throws(ControlFailure) -> [String] {
        for name in chosen where !Topic.services.contains(name) {
            throw .usage("there is no service \(name); there are \(Topic.services.joined(separator: ", "))")
        }
        return chosen.isEmpty ? Topic.services : Topic.services.filter(chosen.contains)
    }
}
