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
            "KAFKA_SESSION_TIMEOUT_SECONDS": "45", "KAFKA_FETCH_WAIT_MS": "100",
            "KAFKA_PARTITION_CAP_BYTES": "5242880",
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
        #expect(settings.fetchWait == .milliseconds(100))
        #expect(settings.partitionCapBytes == 5_242_880)
    }

    @Test("broker setting: spaces and protocol prefixes are removed")
    func kafkaReadsItsBrokers() throws {
        let text = " SASL_SSL://a.example:9093 ,\tsasl_ssl://[2001:db8::1]:9093,b"
        var reader = EnvironmentReader([
            "KAFKA_BROKERS": text, "KAFKA_SECURITY_PROTOCOL": "sasl_ssl", "KAFKA_SASL_USERNAME": "u",
            "KAFKA_SASL_PASSWORD": "p",
        ])
        let settings = KafkaSettings(from: &reader)
        try reader.finish()
        #expect(settings.brokers == "a.example:9093,[2001:db8::1]:9093,b")
    }

    @Test(
        "broker setting: invalid brokers and protocols are problems",
        arguments: [
            "a b:9092", "a:", "a:0", "a:65536", "a:x", "::1", "[::1", "://a:9092", "a:9092/path", "u@a:9092", " ", ",",
            "SASL_SSL://a:9092", "http://a:9092", "a:9092,SSL://a:9093",
        ])
    func kafkaRefusesBrokers(text: String) {
        var reader = EnvironmentReader(["KAFKA_BROKERS": text, "KAFKA_SECURITY_PROTOCOL": "plaintext"])
        _ = KafkaSettings(from: &reader)
        let error = #expect(throws: ConfigurationError.self) { try reader.finish() }
        #expect(error?.problems.map(\.key) == ["KAFKA_BROKERS"])
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

    @Test(
        "database setting: an unrecognized host is not local",
        arguments: [
            "postgres://r:p@[::1/d", "postgres://r:p@localhost", "localhost", "postgres://r:p@localhost/d?host",
        ])
    func aDatabaseIsNotHereUnlessItSaysSo(url: String) {
        #expect(!DatabaseSettings(url: url).isOnThisMachine)
        var reader = EnvironmentReader([:])
        DatabaseSettings.checkTransport(of: url, "DATABASE_URL", in: &reader)
        let error = #expect(throws: ConfigurationError.self) { try reader.finish() }
        #expect(error?.problems.map(\.key) == ["DATABASE_URL"])
    }

    @Test(
        arguments: [
            "mysql://r:hunter2@h/d", "postgres://r:hunter2@h", "r:hunter2@h/d", "postgres://r:hunter2@localhost?x@h/d",
            "postgres://r:hunter2@h/d?service=other", "postgres://r:hunter2@h/d?servicefile=%2Ff",
            "postgres://r:hunter2@h/d?host", "postgres://r:hunter2@h/d?a=b=c", "postgres://r:hunter2%zz@h/d",
            "postgres://r:hunter2@h/d?host=%zz", "postgres://r:hunter2@h/", "postgres://r:hunter2@[::1/d",
        ])
    func aWrongDatabaseURLIsNamedButNotShown(url: String) {
        var reader = EnvironmentReader(["DATABASE_URL": url])
        _ = DatabaseSettings(from: &reader)
        let error = #expect(throws: ConfigurationError.self) { try reader.finish() }
        #expect(error?.problems.map(\.key) == ["DATABASE_URL"])
        #expect(error?.description.contains("hunter2") == false)
    }

    @Test func aServerIsPrivateToTheMachineByDefault() throws {
        var reader = EnvironmentReader(["HEALTH_PORT": "9100", "HTTP_HOST": "0.0.0.0"])
        let health = HTTPBinding(prefix: "HEALTH", defaultPort: 9_080, from: &reader)
        #expect(health == HTTPBinding(port: 9_100))
        let open = HTTPBinding(prefix: "HTTP", defaultPort: 8_080, from: &reader)
        #expect(open == HTTPBinding(host: "0.0.0.0", port: 8_080))
        try reader.finish()
    }
}
