import Messaging
import ServiceRuntime
import TestPeers
import TestSupport
import Testing

/// Settings of services, and those that only the fault bench reads.
struct EventServiceSettingsTests {
    private static let master = "1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
    private static let faults = [
        "FAILPOINT": "published:3", "PROTECTIONS_OFF": "consumed", "PAYMENT_PROTECTIONS_OFF": "true",
    ]

    @Test(arguments: ["db.example", "10.0.0.7", "127.example", "localhost.example"])
    func faultsAreRefusedFarFromTheDatabase(host: String) {
        let error = #expect(throws: ConfigurationError.self) { try Self.weakening(host: host) }
        #expect(error?.problems.map(\.key) == ["FAILPOINT", "PROTECTIONS_OFF", "PAYMENT_PROTECTIONS_OFF"])
    }

    @Test(arguments: ["127.0.0.1", "127.1.2.3", "localhost", "[::1]", ""])
    func faultsAreForTestsOnOneMachine(host: String) throws {
        let weakening = try Self.weakening(host: host)
        #expect(weakening.failPoint == FailPoint(.published, count: 3) && weakening.repeatsPayments)
        var settings = try Self.settings([:], host: host)
        weakening.apply(to: &settings)
        #expect(settings.observer != nil && settings.rules as? WeakenedRules == .all.subtracting(.consumed))
    }

    @Test("services: fault switches in the environment are ignored", arguments: ["localhost", "db.example"])
    func servicesKnowNoFaults(host: String) throws {
        let settings = try Self.settings(Self.faults, host: host)
        #expect(settings.observer == nil && settings.rules is StandardDelivery)
        #expect(Weakening.isNeeded(by: Self.faults) && !Weakening.isNeeded(by: ["FAILPOINT": ""]))
    }

    @Test("fault switches: an unknown stage or rule is a problem")
    func unknownFaults() {
        let faults = ["FAILPOINT": "everywhere", "PROTECTIONS_OFF": "consumed,all"]
        let error = #expect(throws: ConfigurationError.self) {
            try Weakening(from: EnvironmentReader(faults), isOnThisMachine: true)
        }
        #expect(error?.problems.map(\.key) == ["FAILPOINT", "PROTECTIONS_OFF"])
    }

    @Test("outbox retention: shorter than the topics' is for local tests only")
    func shortRetention() throws {
        let short = ["OUTBOX_RETENTION_MINUTES": "5"], week = ["OUTBOX_RETENTION_MINUTES": "10080"]
        let error = #expect(throws: ConfigurationError.self) { try Self.settings(short, host: "db.example") }
        #expect(error?.problems.map(\.key) == ["OUTBOX_RETENTION_MINUTES"])
        #expect(try Self.settings(short, host: "localhost").outboxRetention == .seconds(300))
        #expect(try Self.settings(week, host: "db.example").outboxRetention == .seconds(7 * 86_400))
    }

    @Test("spans: the collector's address is optional, and must be a URL")
    func collector() throws {
        #expect(try Self.settings([:], host: "localhost").collector == nil)
        let key = "OTEL_EXPORTER_OTLP_ENDPOINT"
        for address in ["http://collector.example:4318", "https://127.0.0.1:4318"] {
            #expect(try Self.settings([key: address], host: "localhost").collector == address)
        }
        for address in ["collector:4318", "http://collector/", "ftp://collector", "http://a:b@collector", "nonsense"] {
            let error = #expect(throws: ConfigurationError.self) {
                try Self.settings([key: address], host: "localhost")
            }
            #expect(error?.problems.map(\.key) == [key], "\(address)")
        }
    }

    @Test("spans: the recorded share is a number from 0 to 1")
    func traceShare() throws {
        let key = "OTEL_TRACES_SAMPLER_ARG"
        #expect(try Self.settings([:], host: "localhost").traceShare == 1)
        #expect(try Self.settings([key: "0.05"], host: "localhost").traceShare == 0.05)
        for text in ["-0.1", "1.5", "nan", "all"] {
            let error = #expect(throws: ConfigurationError.self) {
                try Self.settings([key: text], host: "localhost")
            }
            #expect(error?.problems.map(\.key) == [key], "\(text)")
        }
    }

    @Test(
        "OPS-17: a remote database requires enforced encryption",
        arguments: ["", "?sslmode=prefer", "?sslmode=allow", "?sslmode=", "?sslmode=require&sslmode=prefer"])
    func downgrades(query: String) throws {
        let error = #expect(throws: ConfigurationError.self) {
            try Self.settings([:], host: "db.example", query: query)
        }
        #expect(error?.problems.map(\.key) == ["DATABASE_URL"])
        _ = try Self.settings([:], host: "127.0.0.1", query: query == "?sslmode=" ? "" : query)
    }

    @Test(arguments: ["disable", "require", "verify-ca", "verify-full"])
    func saysHowTheDatabaseIsReached(mode: String) throws {
        _ = try Self.settings([:], host: "db.example", query: "?application_name=x&sslmode=\(mode)")
    }

    @Test("OPS-17: example passwords are rejected for remote databases", arguments: ["password", "PASSWORD", "r"])
    func examples(password: String) throws {
        let error = #expect(throws: ConfigurationError.self) {
            try Self.settings([:], host: "db.example", password: password)
        }
        #expect(error?.problems.map(\.key) == ["DATABASE_URL"])
        #expect(error?.description.contains(password + "@") == false)
        _ = try Self.settings([:], host: "localhost", password: password)
    }

    @Test(
        "OPS-04, C26: AWS hosts outside Canada stop the start unless allowed",
        arguments: [
            ("x1.us-east-1.rds.amazonaws.com", "b-1.fm.kafka.ca-central-1.amazonaws.com", ["DATABASE_URL"]),
            ("ca-prod-1.x1.ca-central-1.rds.amazonaws.com", "b-1.kafka.EU-WEST-1.amazonaws.com", ["KAFKA_BROKERS"]),
            ("fm-prod-1.x1.ca-west-1.rds.amazonaws.com", "kafka.example", []), ("us-east-1.example", "10.0.0.7", []),
        ])
    func regions(database: String, broker: String, refused: [String]) throws {
        var values = ["KAFKA_BROKERS": "\(broker):9096", "KAFKA_SECURITY_PROTOCOL": "ssl"]
        if refused.isEmpty {
            _ = try Self.settings(values, host: database)
        } else {
            let error = #expect(throws: ConfigurationError.self) { try Self.settings(values, host: database) }
            #expect(error?.problems.map(\.key) == refused)
        }
        values["REGIONS_OUTSIDE_CANADA"] = "us-east-1, eu-west-1"
        _ = try Self.settings(values, host: database)
    }

    @Test("OPS-17: remote brokers require protection unless explicitly allowed")
    func brokers() throws {
        for brokers in ["kafka:9092", "127.0.0.1:9092,kafka.example:9092", "10.0.0.7"] {
            let error = #expect(throws: ConfigurationError.self) {
                try Self.settings(["KAFKA_BROKERS": brokers], host: "localhost")
            }
            #expect(error?.problems.map(\.key) == ["KAFKA_SECURITY_PROTOCOL"])
            _ = try Self.settings(
                ["KAFKA_BROKERS": brokers, "KAFKA_SECURITY_PROTOCOL": "plaintext"], host: "localhost")
        }
        for brokers in [
            "127.0.0.1:9,localhost:9,[::1]:9", "127.0.0.1:9092, 127.0.0.1:9093", "PLAINTEXT://localhost:9092",
        ] {
            _ = try Self.settings(["KAFKA_BROKERS": brokers], host: "localhost")
        }
    }

    @Test(
        "OPS-17: a database URL with any remote host counts as remote",
        arguments: [
            "localhost/d?host=db.example", "localhost/d?hostaddr=10.0.0.7", "localhost,db.example/d",
            "localhost/d?host=localhost,db.example", "localhost/d?h%6fst=db.example", "/d?host=db.example",
            "localhost@db.example/d", "localhost:5432,db.example:5432/d",
        ])
    func databaseElsewhere(place: String) throws {
        let url = "postgres://r:\(place.contains("@") ? "" : "p@")\(place)"
        let error = #expect(throws: ConfigurationError.self) {
            try Self.settings(["DATABASE_URL": url, "OUTBOX_RETENTION_MINUTES": "5"], host: "localhost")
        }
        #expect(error?.problems.map(\.key) == ["DATABASE_URL", "OUTBOX_RETENTION_MINUTES"])
    }

    @Test(
        "database URL: local with a local host in the query stays local",
        arguments: [
            "/d?host=%2Frun%2Fpostgresql", "%2Frun%2Fpostgresql/d", "localhost/d?hostaddr=127.0.0.1", "[::1]:5432/d",
        ])
    func databaseHere(place: String) throws {
        let values = ["DATABASE_URL": "postgres://r:p@\(place)", "OUTBOX_RETENTION_MINUTES": "5"]
        #expect(try Self.settings(values, host: "localhost").database.isOnThisMachine)
    }

    private static func weakening(host: String) throws -> Weakening {
        let database = try settings([:], host: host).database
        return try Weakening(from: EnvironmentReader(faults), isOnThisMachine: database.isOnThisMachine)
    }

    private static func settings(
        _ more: [String: String], host: String, query: String = "?sslmode=verify-full", password: String = "p"
    ) throws -> EventServiceSettings {
        let values = [
            "DATABASE_URL": "postgres://r:\(password)@\(host)/d\(query)", "KAFKA_BROKERS": "127.0.0.1:9",
            "KEYRING_MASTER_KEYS": master,
        ]
        var reader = EnvironmentReader(values.merging(more) { $1 })
        let settings = EventServiceSettings(healthPort: 9_080, from: &reader)
        try reader.finish()
        return settings
    }
}
