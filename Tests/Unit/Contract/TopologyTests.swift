import AllergenService
import BillingService
import Crypto
import EventContracts
import Foundation
import IngestionCore
import IngestionService
import Messaging
import NotificationService
import NutritionService
import Photos
import Sealing
import ServiceRuntime
import SpendingService
import Testing
import UnitSupport
import VisionService

@Suite("Topology: topics read by each service")
struct TopologyTests {
    /// Nothing connects before a service runs.
    private static func settings() -> EventServiceSettings {
        EventServiceSettings(
            database: DatabaseSettings(url: "postgres://nobody@127.0.0.1:1/none"),
            kafka: KafkaSettings(brokers: "127.0.0.1:1"), health: HTTPBinding(port: 0), keys: .ring(MemoryKeyRing()))
    }

    private func contract(of service: String) -> [String] {
        EventRegistry.all.filter { $0.readers.contains(service) && $0.topic != .republish }.map(\.type.name).sorted()
    }

    @Test("allergen: handles every message type of its contract")
    func allergen() throws {
        let service = try AllergenService.build(AllergenConfiguration(settings: Self.settings()))
        #expect(service.subscribedTypes.map(\.name).sorted() == contract(of: "allergen"))
    }

    @Test("nutrition: handles every message type of its contract", .slow)
    func nutrition() throws {
        let service = try NutritionService.build(NutritionConfiguration(settings: Self.settings()))
        #expect(service.subscribedTypes.map(\.name).sorted() == contract(of: "nutrition"))
    }

    @Test("vision: handles every message type of its contract")
    func vision() throws {
        let service = try VisionService.build(
            VisionConfiguration(settings: Self.settings(), photos: .file(root: "/nowhere")))
        #expect(service.subscribedTypes.map(\.name).sorted() == contract(of: "vision"))
    }

    @Test("notification: handles every message type of its contract")
    func notification() throws {
        let service = try NotificationService.build(NotificationConfiguration(settings: Self.settings()))
        #expect(service.subscribedTypes.map(\.name).sorted() == contract(of: "notification"))
    }

    @Test("spending: handles every message type of its contract")
    func spending() throws {
        let service = try SpendingService.build(SpendingConfiguration(settings: Self.settings()))
        #expect(service.subscribedTypes.map(\.name).sorted() == contract(of: "spending"))
    }

    @Test("billing: handles every message type of its contract")
    func billing() throws {
        let provider = BillingConfiguration.Provider(
            .sandbox, baseURL: "http://127.0.0.1:1", key: "none", returnURL: "http://127.0.0.1:1/")
        let service = try BillingService.build(
            BillingConfiguration(settings: Self.settings(), provider: provider))
        #expect(service.subscribedTypes.map(\.name).sorted() == contract(of: "billing"))
    }

    @Test("ingestion: handles every message type of its contract")
    func ingestion() async throws {
        let configuration = IngestionConfiguration(
            settings: Self.settings(), http: HTTPBinding(port: 0), signingKey: P256.Signing.PrivateKey(),
            indexKey: [UInt8](repeating: 0, count: 32), photoStore: .file(root: "/nowhere"))
        let service = try await IngestionService.build(configuration)
        #expect(service.subscribedTypes.map(\.name).sorted() == contract(of: "ingestion"))
    }

    @Test("topology: every topic has an owner; types use their owner's topics")
    func owners() {
        for topic in Topic.all { #expect(Topic.services.contains(topic.owner) || topic.owner == "any") }
        #expect(Set(Topic.all.map(\.name)).count == Topic.all.count)
        for contract in EventRegistry.all {
            #expect(Topic.all.contains(contract.topic))
            #expect(contract.type.name.hasPrefix("foodmagic."))
            #expect(contract.endsOperation.map { contract.readers.contains($0) } ?? true)
        }
    }
}
