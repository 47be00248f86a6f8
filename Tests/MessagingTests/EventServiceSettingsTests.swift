import Messaging
import ServiceRuntime
import Testing

/// A service's settings that only fault tests may use.
struct EventServiceSettingsTests {
    private static let master = "1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
    private static let faults = ["FAILPOINT": "published:3", "PROTECTIONS_OFF": "consumed"]

    @Test(arguments: ["db.example", "10.0.0.7", "127.example", "localhost.example"])
    func faultsAreRefusedFarFromTheDatabase(host: String) {
        let error = #expect(throws: ConfigurationError.self) { try Self.settings(Self.faults, host: host) }
        #expect(error?.problems.map(\.key) == ["FAILPOINT", "PROTECTIONS_OFF"])
    }

    @Test(arguments: ["127.0.0.1", "127.1.2.3", "localhost", "[::1]", ""])
    func faultsAreForTestsOnOneMachine(host: String) throws {
        let settings = try Self.settings(Self.faults, host: host)
        #expect(settings.failPoints.isArmed && settings.rules == .all.subtracting(.consumed))
    }

    @Test func everyDatabaseIsFineWithoutThem() throws {
        let settings = try Self.settings([:], host: "db.example")
        #expect(!settings.failPoints.isArmed && settings.rules == .all)
    }

    @Test("a retention below the topics' own is for fault tests too")
    func shortRetention() throws {
        let short = ["OUTBOX_RETENTION_MINUTES": "5"], week = ["OUTBOX_RETENTION_MINUTES": "10080"]
        let error = #expect(throws: ConfigurationError.self) { try Self.settings(short, host: "db.example") }
        #expect(error?.problems.map(\.key) == ["OUTBOX_RETENTION_MINUTES"])
        #expect(try Self.settings(short, host: "localhost").outboxRetention == .seconds(300))
        #expect(try Self.settings(week, host: "db.example").outboxRetention == .seconds(7 * 86_400))
    }

    private static func settings(
        _ more: [String: String], host: String
    ) throws -> EventServiceSettings {
        let values = [
            "DATABASE_URL": "postgres://r:p@\(host)/d", "KAFKA_BROKERS": "127.0.0.1:9", "KEYRING_MASTER_KEYS": master,
        ]
        var reader = EnvironmentReader(values.merging(more) { $1 })
        let settings = EventServiceSettings(healthPort: 9_080, from: &reader)
        try reader.finish()
        return settings
    }
}
