import AllergenService
import IngestionService
import NotificationService
import NutritionService
import SpendingService
import TestSupport
import VisionService

/// The services of this repository as a stack.
func withBackbone<Value>(_ body: (TestStack) async throws -> Value) async throws -> Value {
    try await TestStack.with(
        [
            .init(IngestionService.name, try IngestionMigrations.all()),
            .init(VisionService.name, try VisionMigrations.all()),
            .init(NutritionService.name, try NutritionMigrations.all()),
            .init(AllergenService.name, try AllergenMigrations.all()),
            .init(NotificationService.name, try NotificationMigrations.all()),
            .init(SpendingService.name, try SpendingMigrations.all()),
        ], body)
}
