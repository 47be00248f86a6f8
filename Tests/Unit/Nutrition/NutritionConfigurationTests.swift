import Logging
import Messaging
import ServiceRuntime
import Testing

@testable import NutritionService

@Suite("Configuration of the nutrition service")
struct NutritionConfigurationTests {
    private static let master = "1:" + String(repeating: "A", count: 43) + "="

    @Test("nutrition settings: minimal ones are accepted")
    func defaults() throws {
        let configuration = try NutritionConfiguration(
            from: EnvironmentReader([
                "DATABASE_URL": "postgres://nutrition:x@127.0.0.1/foodmagic", "KAFKA_BROKERS": "127.0.0.1:9092",
                "KEYRING_MASTER_KEYS": Self.master,
            ]))
        #expect(configuration.settings.health == HTTPBinding(port: 9_084))
        #expect(configuration.settings.logLevel == .info)
    }

    @Test("nutrition settings: all problems are listed, without secrets")
    func problems() {
        let error = #expect(throws: ConfigurationError.self) {
            try NutritionConfiguration(
                from: EnvironmentReader(["KEYRING_MASTER_KEYS": "1:tooshort", "HEALTH_PORT": "0"]))
        }
        let keys = error?.problems.map(\.key) ?? []
        #expect(Set(keys) == ["DATABASE_URL", "KAFKA_BROKERS", "HEALTH_PORT", "KEYRING_MASTER_KEYS"])
        #expect(error.map { !"\($0)".contains("tooshort") } == true)
    }
}
