import EventContracts
import FoodLibrary
import Postgres
import Sealing
import ServiceRuntime

@testable import AllergenService
@testable import Messaging
@testable import NutritionService

/// A service that `Neighbors` simulates, with its own handlers.
struct RealService: Sendable {
    /// Its name: schema and role.
    let name: String
    let migrations: [Migration]
    let subscriptions: [Subscription]
    /// Publishes refusals of commands.
    let operations: any OperationEnder

    /// Handles a command as messaging does.
    ///
    /// - Parameters:
    ///   - attributes: The command's attributes.
    ///   - body: Its data.
    ///   - database: The service's schema.
    /// - Throws: `PermanentFailure` without a handler, or the error of the handler, unless it is a `Rejection`.
    func handle(_ attributes: EventAttributes, _ body: [UInt8], in database: MessagingDatabase) async throws {
        guard let subscription = subscriptions.first(where: { $0.type == attributes.type }) else {
            throw PermanentFailure("\(name) does not handle \(attributes.type)")
        }
        let decoded = try subscription.decode(body)
        do {
            try await database.write(.event(attributes, consumer: name)) { transaction in
                try await subscription.handle(attributes, decoded, body, transaction)
            }
        } catch let rejection as Rejection {
            try await database.write(.event(attributes, consumer: name)) { transaction in
                try await operations.reject(attributes, rejection.problem, in: transaction)
            }
        }
    }

    static func nutrition(_ sealer: Sealer) throws -> RealService {
        let writers = NutritionService.Writers(try FoodLibrary.builtIn(), sealer)
        let seen = SeenMeal(names: try SeenFoodNames.builtIn())
        return RealService(
            name: "nutrition", migrations: try NutritionMigrations.all(),
            subscriptions: NutritionService.subscriptions(writers, seen),
            operations: OutcomeEvents<NutritionCommandRejected, NutritionCommandFailed>())
    }

    static func allergen(_ sealer: Sealer) throws -> RealService {
        let lexicon = try Lexicon.builtIn()
        let writers = AllergenService.Writers(
            ScanAssessor(lexicon: lexicon, sealer: sealer), lexicon, sealer)
        return RealService(
            name: "allergen", migrations: try AllergenMigrations.all(),
            subscriptions: AllergenService.subscriptions(
                writers, AccountLock(), sealer, MetricsRegistry()),
            operations: OutcomeEvents<AllergenCommandRejected, AllergenCommandFailed>())
    }
}
