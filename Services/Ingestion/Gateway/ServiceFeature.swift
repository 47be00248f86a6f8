import EventContracts
import IngestionCore
import Messaging
import ServiceLifecycle
import ServiceRuntime

/// Operations, imports, the API description and reference, the pages of problem types, and health.
package struct ServiceFeature: Feature {
    package static let description = PackageResources.openapi_yaml

    let operations: OperationEndpoints
    let service: ServiceEndpoints
    let problems = ProblemPages()
    let imports: ImportEndpoints
    private let core: GatewayCore

    /// - Parameters:
    ///   - core: The shared parts of the gateway.
    ///   - others: The routes of the other features, which an import calls.
    package init(_ core: GatewayCore, others: [BoundRoute]) {
        self.core = core
        imports = ImportEndpoints(core, others: others)
        operations = OperationEndpoints(resources: core.resources)
        service = ServiceEndpoints(database: core.pool, description: IngestionService.description)
        APIReference.prepare()
    }

    package static var subscriptions: [Messaging.Subscription] {
        [
            Subscription(OutcomeProjection(VisionCommandRejected.self)),
            Subscription(OutcomeProjection(VisionCommandFailed.self)),
            Subscription(OutcomeProjection(AllergenCommandRejected.self)),
            Subscription(OutcomeProjection(AllergenCommandFailed.self)),
            Subscription(OutcomeProjection(NutritionCommandRejected.self)),
            Subscription(OutcomeProjection(NutritionCommandFailed.self)),
            Subscription(OutcomeProjection(SpendingCommandRejected.self)),
            Subscription(OutcomeProjection(SpendingCommandFailed.self)),
            Subscription(OutcomeProjection(NotificationCommandRejected.self)),
            Subscription(OutcomeProjection(NotificationCommandFailed.self)),
            Subscription(OutcomeProjection(BillingCommandRejected.self)),
            Subscription(OutcomeProjection(BillingCommandFailed.self)),
        ]
    }

    package func makeJobs() -> [any Service] {
        [
            ChangeListener(
                configuration: core.parts.connection, hub: core.hub, sessions: core.sessions, logger: core.logger)
        ]
    }

    package static func addRoutes(to routes: inout RouteList<Self>) {
        routes.get("/v1/operations/{id}", "readOperation", .signedIn(.operations), .figures) {
            try await $0.operations.read($1)
        }
        routes.post(
            "/v1/imports", "importRecords", .signedIn(.account),
            .references(["/items/*/photo": .draftPhoto, "/items/*/photos/*": .draftPhoto]), .consent(.processing),
            .plan(.everything(because: .importPlan))
        ) { try await $0.imports.record($1) }
        routes.get("/openapi.yaml", "readDescription", .anyone) { feature, _ in feature.service.describe() }
        routes.get("/docs", "readReference", .anyone) { _, call in try await APIReference.read(call) }
        routes.get("/docs/{feature}", "readReferencePage", .anyone) { _, call in try await APIReference.read(call) }
        routes.get("/problems/{slug}", "readProblemType", .anyone) { try $0.problems.read($1) }
        routes.get("/health/live", "live", .anyone, .limit(.none)) { feature, _ in try feature.service.live() }
        routes.get("/health/ready", "ready", .anyone, .limit(.none)) { feature, _ in try await feature.service.ready() }
    }
}
