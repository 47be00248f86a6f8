import ServiceRuntime
import Testing

@Suite struct SettingsTests {
    @Test func kafkaNeedsOnlyItsBrokers() throws {
        var reader = EnvironmentReader(["KAFKA_BROKERS": "a:1,b:2"])
        let settings = KafkaSettings(from: &reader)
        try reader.finish()
        #expect(settings == KafkaSettings(brokers: "a:1,b:2"))
        #expect(!settings.securityProtocol.usesTLS && !settings.securityProtocol.usesSASL)
    }

    @Test func kafkaReadsTLSAndSASL() throws {
        var reader = EnvironmentReader([
            "KAFKA_BROKERS": "a:1", "KAFKA_SECURITY_PROTOCOL": "sasl_ssl", "KAFKA_SASL_MECHANISM": "SCRAM-SHA-256",
            "KAFKA_SASL_USERNAME": "u", "KAFKA_SASL_PASSWORD": "p", "KAFKA_SSL_CA_LOCATION": "/ca",
            "KAFKA_SSL_CERTIFICATE_LOCATION": "/c", "KAFKA_SSL_KEY_LOCATION": "/k", "KAFKA_GROUP_INSTANCE_ID": "one",
            "KAFKA_SESSION_TIMEOUT_SECONDS": "45", "KAFKA_PARTITION_CAP_BYTES": "5242880",
        ])
        let settings = KafkaSettings(from: &reader)
        try reader.finish()
        #expect(settings.securityProtocol == .saslSSL)
        #expect(settings.credentials?.mechanism == .scramSHA256)
        #expect(settings.credentials?.username == "u" && settings.credentials?.password == "p")
        #expect(settings.authorityLocation == "/ca")
        #expect(settings.clientCertificate?.certificateLocation == "/c")
        #expect(settings.clientCertificate?.keyLocation == "/k" && settings.clientCertificate?.keyPassword == nil)
        #expect(settings.groupInstanceID == "one")
        #expect(settings.sessionTimeout == .seconds(45))
        #expect(settings.partitionCapBytes == 5_242_880)
    }

    @Test func kafkaNamesWhatIsMissingForItsProtocol() {
        var reader = EnvironmentReader(["KAFKA_SECURITY_PROTOCOL": "sasl_ssl", "KAFKA_SSL_KEY_LOCATION": "/k"])
        _ = KafkaSettings(from: &reader)
        let error = #expect(throws: ConfigurationError.self) { try reader.finish() }
        #expect(
            error?.problems.map(\.key) == [
                "KAFKA_BROKERS", "KAFKA_SASL_USERNAME", "KAFKA_SASL_PASSWORD", "KAFKA_SSL_CERTIFICATE_LOCATION",
            ])
    }

    @Test func databaseHasDefaultsBesideItsURL() throws {
        var reader = EnvironmentReader(["DATABASE_URL": "postgres://r:p@h:5432/d?sslmode=verify-full"])
        let settings = DatabaseSettings(from: &reader)
        try reader.finish()
        #expect(settings == DatabaseSettings(url: "postgres://r:p@h:5432/d?sslmode=verify-full"))
        #expect(settings.poolSize == 8 && settings.statementTimeout == .seconds(12))
    }

    @Test(arguments: ["mysql://r:hunter2@h/d", "postgres://r:hunter2@h", "r:hunter2@h/d"])
    func aWrongDatabaseURLIsNamedButNotShown(url: String) {
        var reader = EnvironmentReader(["DATABASE_URL": url])
        _ = DatabaseSettings(from: &reader)
        let error = #expect(throws: ConfigurationError.self) { try reader.finish() }
        #expect(error?.problems.map(\.key) == ["DATABASE_URL"])
        #expect(error?.description.contains("hunter2") == false)
    }

    @Test func aServerIsPrivateToTheMachineUnlessToldOtherwise() throws {
        var reader = EnvironmentReader(["HEALTH_PORT": "9100", "HTTP_HOST": "0.0.0.0"])
        let health = HTTPBinding(prefix: "HEALTH", defaultPort: 9_080, from: &reader)
        #expect(health == HTTPBinding(port: 9_100))
        let open = HTTPBinding(prefix: "HTTP", defaultPort: 8_080, from: &reader)
        #expect(open == HTTPBinding(host: "0.0.0.0", port: 8_080))
        try reader.finish()
    }
}
