import CLibrdkafka
import Foundation
import Logging
import ServiceRuntime
import TestPeers
import Testing

@testable import Kafka
@testable import Messaging

@Suite("Consumers that the group refuses")
struct ConsumerFailureTests {
    private var configuration: KafkaConfiguration {
        var configuration = KafkaConfiguration(brokers: "127.0.0.1:9", clientID: "test")
        configuration.sessionTimeout = .seconds(4)
        configuration.groupInstanceID = "allergen-1"
        return configuration
    }

    @Test("session timeout: the error for an invalid one states both limits")
    func sessionTimeout() {
        let error = KafkaError(RD_KAFKA_RESP_ERR_INVALID_SESSION_TIMEOUT, doing: "join the group")
        let limits = ["group.min.session.timeout.ms": "6000", "group.max.session.timeout.ms": "1800000"]
        let failure = ConsumerFailure(error, settings: configuration, limits: limits)
        #expect(
            failure.description
                == "KAFKA_SESSION_TIMEOUT_SECONDS=4 is outside what the broker allows: "
                + "group.min.session.timeout.ms = 6000, group.max.session.timeout.ms = 1800000")
        #expect(failure.exitCode == 78)
        #expect(ConsumerFailure(error, settings: configuration, limits: [:]).description.contains("4 is outside"))
    }

    @Test("consumer: the error names a second process with its instance id")
    func fenced() {
        let error = KafkaError(RD_KAFKA_RESP_ERR_FENCED_INSTANCE_ID, doing: "consume")
        let failure = ConsumerFailure(error, settings: configuration, limits: [:])
        #expect(failure.description.contains("KAFKA_GROUP_INSTANCE_ID=allergen-1"))
        #expect(failure.exitCode == 78)
        let other = ConsumerFailure(
            KafkaError(RD_KAFKA_RESP_ERR__FATAL, doing: "consume"), settings: configuration, limits: [:])
        #expect(other.exitCode == 70)
    }

    @Test("SASL mechanism: the log advises to set it if the broker refuses")
    func mechanism() throws {
        let environment = [
            "KAFKA_BROKERS": "a:1", "KAFKA_SECURITY_PROTOCOL": "sasl_ssl", "KAFKA_SASL_USERNAME": "u",
            "KAFKA_SASL_PASSWORD": "p",
        ]
        func problems(_ more: [String: String], isStrict: Bool) -> [String] {
            var reader = EnvironmentReader(environment.merging(more) { $1 })
            let settings = KafkaSettings(from: &reader)
            settings.checkMechanism(library: "2.0.2", hasStrictSCRAM: isStrict, in: &reader)
            do {
                try reader.finish()
                return []
            } catch {
                return error.problems.map(\.key)
            }
        }
        #expect(problems([:], isStrict: false) == ["KAFKA_SASL_MECHANISM"])
        #expect(problems([:], isStrict: true).isEmpty)
        #expect(problems(["KAFKA_SASL_MECHANISM": "SCRAM-SHA-512"], isStrict: false).isEmpty)
        #expect(problems(["KAFKA_SASL_MECHANISM": "PLAIN"], isStrict: false).isEmpty)
        #expect(!KafkaLibrary.hasStrictSCRAM(version: 0x0206_00ff) && KafkaLibrary.hasStrictSCRAM(version: 0x0206_01ff))
        #expect(!KafkaLibrary.hasStrictSCRAM(version: 0x0200_02ff))
    }

    @Test("Kafka: the library's threads may wake late, if it spins before timers")
    func slack() throws {
        #expect(KafkaLibrary.spinsBeforeTimers(version: 0x0200_02ff))
        #expect(!KafkaLibrary.spinsBeforeTimers(version: 0x0204_00ff))
        let before = timer_slack(),
            slack = KafkaLibrary.spinsBeforeTimers(version: rd_kafka_version()) ? 2_000_000 : before
        let producer = try KafkaProducer(configuration, logger: Logger(label: "test"))
        #expect(timer_slack() == before)
        let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").filter { thread in
            try String(contentsOfFile: "/proc/self/task/\(thread)/comm", encoding: .utf8) == "rdk:main\n"
        }
        #expect(!threads.isEmpty)
        for thread in threads {
            #expect(try String(contentsOfFile: "/proc/\(thread)/timerslack_ns", encoding: .utf8) == "\(slack)\n")
        }
        withExtendedLifetime(producer) {}
    }
}
