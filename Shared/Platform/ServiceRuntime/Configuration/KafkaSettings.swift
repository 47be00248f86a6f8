/// How a service connects to its brokers.
///
/// | key | type | default |
/// |---|---|---|
/// | `KAFKA_BROKERS` | `host:port` list, separated by commas (`BrokerList`) | required |
/// | `KAFKA_SECURITY_PROTOCOL` | `plaintext`, `ssl`, `sasl_plaintext`, `sasl_ssl` | `plaintext` on this machine, else required |
/// | `KAFKA_SASL_MECHANISM` | `PLAIN`, `SCRAM-SHA-256`, `SCRAM-SHA-512` | `SCRAM-SHA-512`; required with librdkafka before 2.6.1 |
/// | `KAFKA_SASL_USERNAME` | text | required with SASL |
/// | `KAFKA_SASL_PASSWORD` | text, secret | required with SASL |
/// | `KAFKA_SSL_CA_LOCATION` | path | the system's certificates |
/// | `KAFKA_SSL_CERTIFICATE_LOCATION`, `KAFKA_SSL_KEY_LOCATION` | path; both or neither | none |
/// | `KAFKA_SSL_KEY_PASSWORD` | text, secret | none |
/// | `KAFKA_GROUP_INSTANCE_ID` | text, one per instance of a service (static membership) | none |
/// | `KAFKA_SESSION_TIMEOUT_SECONDS` | 4 to 300 | 30 |
/// | `KAFKA_SOCKET_TIMEOUT_SECONDS` | seconds without an answer until a connection is closed, 3 to 300 | 8 |
/// | `KAFKA_FETCH_WAIT_MS` | milliseconds that the broker holds a fetch without records, 1 to 1000 | 500 |
/// | `KAFKA_PARTITION_CAP_BYTES` | bytes a partition keeps before the broker drops the oldest; 0 = no such cap | 0 |
package struct KafkaSettings: Sendable, Equatable {
    /// How the connection is protected; the raw value is librdkafka's.
    package enum SecurityProtocol: String, Sendable, CaseIterable {
        case plaintext
        case ssl
        case saslPlaintext = "sasl_plaintext"
        case saslSSL = "sasl_ssl"

        /// Whether the client authenticates with a name and a password.
        package var usesSASL: Bool { self == .saslPlaintext || self == .saslSSL }
        /// Whether the connection is encrypted.
        package var usesTLS: Bool { self == .ssl || self == .saslSSL }
    }

    /// How name and password are proven; the raw value is librdkafka's.
    package enum SASLMechanism: String, Sendable, CaseIterable {
        case plain = "PLAIN"
        case scramSHA256 = "SCRAM-SHA-256"
        case scramSHA512 = "SCRAM-SHA-512"
    }

    /// Name and password with the mechanism that proves them.
    package struct Credentials: Sendable, Equatable {
        package let mechanism: SASLMechanism
        package let username: String
        /// Secret.
        package let password: String
    }

    /// The client's certificate and its key, in PEM files.
    package struct ClientCertificate: Sendable, Equatable {
        package let certificateLocation: String
        package let keyLocation: String
        /// The secret password of the client's key file; nil if the file is not encrypted.
        package let keyPassword: String?
    }

    /// `host:port` list, separated by commas.
    package var brokers: String
    package var securityProtocol = SecurityProtocol.plaintext
    /// Whether the protocol was set explicitly, even to an unprotected one.
    private(set) var isProtocolChosen = false
    /// Whether `KAFKA_SASL_MECHANISM` is set.
    private var isMechanismChosen = false
    /// Present exactly when the protocol uses SASL.
    package var credentials: Credentials?
    /// File with the authorities to trust; nil = the system's.
    package var authorityLocation: String?
    package var clientCertificate: ClientCertificate?
    /// Static membership: the same text after a restart keeps the partitions without a rebalance.
    package var groupInstanceID: String?
    package var sessionTimeout = Duration.seconds(30)
    /// Timeout of a request; after it the connection counts as lost.
    package var socketTimeout = Duration.seconds(8)
    /// How long the broker holds a fetch without records; it answers as soon as there is one.
    ///
    /// With Apache Kafka 100 ms is suitable, since a resumed partition is requested only by the next fetch. The dev
    /// broker shortens the time by itself, to 100 ms at least, while records arrive.
    package var fetchWait = Duration.milliseconds(500)
    /// Bytes that a partition holds before the broker silently drops the oldest records; 0 = unlimited.
    ///
    /// The dev broker holds 5 MiB.
    package var partitionCapBytes = 0

    /// Settings for a broker without protection, for one machine and for tests.
    package init(brokers: String) {
        self.brokers = brokers
    }

    /// Reads the keys above.
    package init(from environment: inout EnvironmentReader) {
        let list = environment.required("KAFKA_BROKERS", as: .brokers)
        brokers = list?.addresses.joined(separator: ",") ?? ""
        let chosen: SecurityProtocol? = environment.optional("KAFKA_SECURITY_PROTOCOL", as: .choice())
        securityProtocol = chosen ?? .plaintext
        isProtocolChosen = chosen != nil
        if let list, !list.protocols.isSubset(of: [securityProtocol.rawValue]) {
            environment.report(
                "KAFKA_BROKERS",
                "names listeners of \(list.protocols.sorted().joined(separator: ", ")), and KAFKA_SECURITY_PROTOCOL is "
                    + securityProtocol.rawValue)
        }
        if securityProtocol.usesSASL {
            let mechanism: SASLMechanism? = environment.optional("KAFKA_SASL_MECHANISM", as: .choice())
            isMechanismChosen = mechanism != nil
            credentials = Credentials(
                mechanism: mechanism ?? .scramSHA512,
                username: environment.required("KAFKA_SASL_USERNAME", as: .string),
                password: environment.required("KAFKA_SASL_PASSWORD", as: .string, secret: true))
        }
        authorityLocation = environment.optional("KAFKA_SSL_CA_LOCATION", as: .string)
        clientCertificate = Self.clientCertificate(from: &environment)
        groupInstanceID = environment.optional("KAFKA_GROUP_INSTANCE_ID", as: .string)
        sessionTimeout = environment.optional(
            "KAFKA_SESSION_TIMEOUT_SECONDS", as: .duration(in: .seconds(4) ... .seconds(300)), default: .seconds(30))
        socketTimeout = environment.optional(
            "KAFKA_SOCKET_TIMEOUT_SECONDS", as: .duration(in: .seconds(3) ... .seconds(300)), default: socketTimeout)
        let wait: Int = environment.optional("KAFKA_FETCH_WAIT_MS", as: .integer(in: 1...1_000), default: 500)
        fetchWait = .milliseconds(wait)
        partitionCapBytes = environment.optional("KAFKA_PARTITION_CAP_BYTES", as: .integer(), default: 0)
    }

    /// Whether all brokers are on this machine; false if unknown.
    private var isOnThisMachine: Bool {
        // The list is empty if a problem was recorded for it.
        brokers.isEmpty || BrokerList(brokers)?.isOnThisMachine == true
    }

    /// Records a problem if the brokers are on another machine and an unprotected connection was not chosen explicitly.
    package func checkTransport(in environment: inout EnvironmentReader) {
        guard !isOnThisMachine, !isProtocolChosen else { return }
        environment.report(
            "KAFKA_SECURITY_PROTOCOL",
            "is required, as brokers are on another machine: sasl_ssl (or plaintext, only on a private network)"
        )
    }

    /// Records a problem for brokers whose names contain a region outside Canada; see `DataRegion`.
    package func checkRegion(in environment: inout EnvironmentReader) {
        DataRegion.check(hosts: BrokerList(brokers)?.hosts ?? [], of: "KAFKA_BROKERS", in: &environment)
    }

    /// Records that the default mechanism does not work with the loaded library: Kafka 4 refuses the SCRAM of
    /// librdkafka before 2.6.1, and names a wrong password as the reason.
    ///
    /// - Parameters:
    ///   - library: The release of librdkafka.
    ///   - hasStrictSCRAM: Whether every broker accepts its SCRAM.
    ///   - environment: Receives the problem.
    package func checkMechanism(
        library: String, hasStrictSCRAM: Bool, in environment: inout EnvironmentReader
    ) {
        guard credentials != nil, !isMechanismChosen, !hasStrictSCRAM else { return }
        environment.report(
            "KAFKA_SASL_MECHANISM",
            """
            is required with librdkafka \(library): Kafka 4 refuses its SCRAM (2.6.1 is the first that it accepts); \
            set PLAIN 
            """
                + "with sasl_ssl, or SCRAM-SHA-512 for brokers before 4.0")
    }

    private static func clientCertificate(from environment: inout EnvironmentReader) -> ClientCertificate? {
        let certificate: String? = environment.optional("KAFKA_SSL_CERTIFICATE_LOCATION", as: .string)
        let key: String? = environment.optional("KAFKA_SSL_KEY_LOCATION", as: .string)
        let password: String? = environment.optional("KAFKA_SSL_KEY_PASSWORD", as: .string, secret: true)
        switch (certificate, key) {
        case (nil, nil):
            return nil
        case (let certificate?, let key?):
            return ClientCertificate(certificateLocation: certificate, keyLocation: key, keyPassword: password)
        case (_?, nil):
            environment.report("KAFKA_SSL_KEY_LOCATION", "is required with KAFKA_SSL_CERTIFICATE_LOCATION")
        case (nil, _?):
            environment.report("KAFKA_SSL_CERTIFICATE_LOCATION", "is required with KAFKA_SSL_KEY_LOCATION")
        }
        return nil
    }
}
