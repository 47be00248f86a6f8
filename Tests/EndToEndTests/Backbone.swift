import AllergenService
import IngestionService
import NotificationService
import TestSupport

/// The services of this repository as a stack.
func withBackbone<Value>(_ body: (TestStack) async throws -> Value) async throws -> Value {
    try await TestStack.with(
        [
            .init(IngestionService.name, try IngestionMigrations.all()),
            .init(AllergenService.name, try AllergenMigrations.all()),
            .init(NotificationService.name, try NotificationMigrations.all()),
        ], body)
}
