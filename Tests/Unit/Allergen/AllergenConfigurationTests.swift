import Logging
import Messaging
import ServiceRuntime
import Testing

@testable import AllergenService

@Suite("Configuration of the allergen service")
struct AllergenConfigurationTests {
    private static let master = "1:" + String(repeating: "A", count: 43) + "="

    @Test("allergen settings: minimal ones are accepted, with their health port")
    func defaults() throws {
        let configuration = try AllergenConfiguration(
            from: EnvironmentReader([
                "DATABASE_URL": "postgres://allergen:x@127.0.0.1/foodmagic", "KAFKA_BROKERS": "127.0.0.1:9092",
                "KEYRING_MASTER_KEYS": Self.master,
            ]))
        #expect(configuration.settings.health == HTTPBinding(port: 9_081))
        #expect(configuration.settings.logLevel == .info)
    }

    @Test("allergen settings: all problems are listed, without secrets")
    func problems() {
        let error = #expect(throws: ConfigurationError.self) {
            try AllergenConfiguration(
                from: EnvironmentReader([
                    "KEYRING_MASTER_KEYS": "1:tooshort", "HEALTH_PORT": "0", "LOG_LEVEL": "loud",
                ]))
        }
        let keys = error?.problems.map(\.key) ?? []
        #expect(
            Set(keys) == [
                "LOG_LEVEL", "DATABASE_URL", "KAFKA_BROKERS", "HEALTH_PORT", "KEYRING_MASTER_KEYS",
            ])
        #expect(error.map { !"\($0)".contains("tooshort") } == true)
    }
}
