import AllergenService
import BillingService
import IngestionService
import Messaging
import NotificationService
import NutritionService
import ServiceRuntime
import SpendingService
import TestPeers
import TestSupport
import VisionService

/// Runs one service without some of its protections: `weakened-service NAME`; see `Weakening` for its environment.
@main
enum Main {
    static func main() async {
        let name = CommandLine.arguments.last ?? ""
        await runProgram(name) { try await service(named: name, .process()).run() }
    }

    private static func service(named name: String, _ environment: EnvironmentReader) async throws -> EventService {
        switch name {
        case IngestionService.name:
            var configuration = try IngestionConfiguration(from: environment)
            try weaken(&configuration.settings, name, environment)
            return try await IngestionService.build(configuration)
        case VisionService.name:
            var configuration = try VisionConfiguration(from: environment)
            try weaken(&configuration.settings, name, environment)
            return try VisionService.build(configuration)
        case NutritionService.name:
            var configuration = try NutritionConfiguration(from: environment)
            try weaken(&configuration.settings, name, environment)
            return try NutritionService.build(configuration)
        case AllergenService.name:
            var configuration = try AllergenConfiguration(from: environment)
            try weaken(&configuration.settings, name, environment)
            return try AllergenService.build(configuration)
        case NotificationService.name:
            var configuration = try NotificationConfiguration(from: environment)
            try weaken(&configuration.settings, name, environment)
            return try NotificationService.build(configuration)
        case SpendingService.name:
            var configuration = try SpendingConfiguration(from: environment)
            try weaken(&configuration.settings, name, environment)
            return try SpendingService.build(configuration)
        case BillingService.name:
            var configuration = try BillingConfiguration(from: environment)
            let weakening = try weaken(&configuration.settings, name, environment)
            return try BillingService.build(
                configuration, send: weakening.repeatsPayments ? ForgetfulPayments().send : nil)
        default:
            throw UnknownService(name: name)
        }
    }

    @discardableResult
    private static func weaken(
        _ settings: inout EventServiceSettings, _ name: String, _ environment: EnvironmentReader
    ) throws -> Weakening {
        ServiceLogging.bootstrap(service: name, level: settings.logLevel)
        let weakening = try Weakening(from: environment, isOnThisMachine: settings.database.isOnThisMachine)
        weakening.apply(to: &settings)
        return weakening
    }
}

/// There is no service of this name.
private struct UnknownService: Error {
    let name: String
}
