import Foundation
import Kafka
import Logging
import Postgres
import ServiceRuntime
import Testing
import UnitSupport

@testable import ControlService

@Suite("Exit codes")
struct FailureCodeTests {
    @Test("fmctl: usage and configuration errors exit with 64")
    func usage() {
        #expect(FailureCode(ControlFailure.usage("")).rawValue == 64)
        #expect(throws: ConfigurationError.self) { try OperatorDatabase(from: EnvironmentReader([:])) }
        do {
            _ = try OperatorBroker(from: EnvironmentReader(["KAFKA_SECURITY_PROTOCOL": "none"]))
        } catch {
            #expect(FailureCode(error).rawValue == 64)
            #expect("\(error)".contains("KAFKA_BROKERS is required"))
        }
    }

    @Test("fmctl: an unreachable database, broker or gateway exits with 69", .slow)
    func unavailable() async throws {
        let configuration = try PostgresConfiguration(url: "postgres://nobody@127.0.0.1:1/none")
        let failure = await #expect(throws: PostgresError.self) {
            try await OperatorDatabase(configuration).withSchema("x") { _ = try await $0.query("SELECT 1") }
        }
        #expect(FailureCode(try #require(failure)).rawValue == 69)
        let broker = OperatorBroker(KafkaConfiguration(brokers: "127.0.0.1:1", clientID: "test"))
        let refused = await #expect(throws: KafkaError.self) {
            try await broker.admin().partitionCounts(timeout: .seconds(1))
        }
        #expect(FailureCode(try #require(refused)).rawValue == 69)
        #expect(FailureCode(GatewayError.unreachable("", reason: "")).rawValue == 69)
    }

    @Test("fmctl: any other error exits with 1")
    func problem() {
        #expect(FailureCode(ControlFailure.problem("")).rawValue == 1)
        #expect(FailureCode(CancellationError()).rawValue == 1)
    }

    @Test("fmctl: the gateway URL has a default; an option overrides it")
    func gateway() throws {
        #expect(
            try GatewaySettings(override: nil, from: EnvironmentReader([:])).url.absoluteString
                == "http://127.0.0.1:8080")
        let environment = EnvironmentReader(["GATEWAY_URL": "http://gateway:1"])
        #expect(try GatewaySettings(override: nil, from: environment).url.host() == "gateway")
        #expect(try GatewaySettings(override: "https://other", from: environment).url.host() == "other")
        #expect(throws: ControlFailure.self) { try GatewaySettings(override: "ftp://x", from: environment) }
        #expect(throws: ConfigurationError.self) {
            try GatewaySettings(override: nil, from: EnvironmentReader(["GATEWAY_URL": "here"]))
        }
    }

    @Test("fmctl: the demo's mailbox is optional; an option overrides it")
    func mailbox() throws {
        let none = try DemoSettings(mailbox: nil, from: EnvironmentReader([:]))
        #expect(none.mailbox == nil && none.sandbox == nil)
        let environment = EnvironmentReader([
            "MAILBOX_DIRECTORY": "/mails", "SANDBOX_URL": "http://payment-sandbox:9090",
        ])
        let configured = try DemoSettings(mailbox: nil, from: environment)
        #expect(configured.mailbox?.directory.path() == "/mails" && configured.sandbox?.host() == "payment-sandbox")
        #expect(try DemoSettings(mailbox: "/other", from: environment).mailbox?.directory.path() == "/other")
    }
}
