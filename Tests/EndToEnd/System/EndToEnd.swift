import AllergenService
import BillingService
import IngestionCore
import IngestionService
import NotificationService
import NutritionService
import SpendingService
import TestSupport
import Testing
import VisionService

/// Tests that start the real programs, one at a time.
@Suite("End to end with the real programs", .serialized)
enum Programs {
    /// The whole system for people and operators, with the real programs.
    ///
    /// One stack serves all of these tests, one after the other, since its start takes longer than most of them. Each
    /// test has its own people and products, ignores all other rows, and leaves every service running.
    @Suite("One shared stack", .wholeSystem)
    enum EndToEnd {
        /// The settings of `billing` in tests without purchases.
        static let payments = [
            "PAYMENT_PROVIDER": "sandbox", "PAYMENT_PROVIDER_KEY": "key", "PAYMENT_NOTICE_SECRETS": "secret-of-notices",
            "PAYMENT_PROVIDER_URL": "http://127.0.0.1:9", "PAYMENT_PROVIDER_TIMEOUT_SECONDS": "1",
            "PAYMENT_RETURN_URL": "http://127.0.0.1:9/{CHECKOUT}",
        ]

        /// Every service, the gateway first.
        static func schemas() throws -> [TestStack.Schema] {
            [
                .init(IngestionService.name, try IngestionMigrations.all()),
                .init(VisionService.name, try VisionMigrations.all()),
                .init(NutritionService.name, try NutritionMigrations.all()),
                .init(AllergenService.name, try AllergenMigrations.all()),
                .init(NotificationService.name, try NotificationMigrations.all()),
                .init(SpendingService.name, try SpendingMigrations.all()),
                .init(BillingService.name, try BillingMigrations.all()),
            ]
        }
    }
}

/// Runs every service during a suite.
struct WholeSystem: SuiteTrait, TestScoping {
    @concurrent func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await TestStack.shared(try Programs.EndToEnd.schemas(), environment: Programs.EndToEnd.payments) {
            try await function()
        }
    }
}

extension Trait where Self == WholeSystem {
    /// Runs every service during the suite.
    static var wholeSystem: Self { Self() }
}

/// Lends the stack that all tests of `Programs.EndToEnd` share.
func withBackbone<Value>(_ body: (TestStack) async throws -> Value) async throws -> Value {
    try await TestStack.lent(body)
}

/// Runs a separate stack for a test whose changes affect all people.
func withOwnBackbone<Value>(_ body: (TestStack) async throws -> Value) async throws -> Value {
    try await TestStack.with(try Programs.EndToEnd.schemas(), environment: Programs.EndToEnd.payments, body)
}
