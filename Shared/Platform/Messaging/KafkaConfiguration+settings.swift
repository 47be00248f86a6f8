import Kafka
import ServiceRuntime

extension KafkaConfiguration {
    /// Converts a service's settings to the client's configuration.
    package init(_ settings: KafkaSettings, clientID: String) {
        self.init(brokers: settings.brokers, clientID: clientID)
        groupInstanceID = settings.groupInstanceID
        sessionTimeout = settings.sessionTimeout
        socketTimeout = settings.socketTimeout
        fetchWait = settings.fetchWait
        security["security.protocol"] = settings.securityProtocol.rawValue
        security["sasl.mechanism"] = settings.credentials?.mechanism.rawValue
        security["sasl.username"] = settings.credentials?.username
        security["sasl.password"] = settings.credentials?.password
        // Set explicitly, since the default differs between releases of librdkafka; a certificate of another server
        // must not be accepted.
        if settings.securityProtocol.usesTLS { security["ssl.endpoint.identification.algorithm"] = "https" }
        security["ssl.ca.location"] = settings.authorityLocation
        security["ssl.certificate.location"] = settings.clientCertificate?.certificateLocation
        security["ssl.key.location"] = settings.clientCertificate?.keyLocation
        security["ssl.key.password"] = settings.clientCertificate?.keyPassword
    }
}

extension KafkaSettings {
    /// Records a problem if the process's librdkafka lacks the configured mechanism.
    package func checkMechanism(in environment: inout EnvironmentReader) {
        checkMechanism(
            library: KafkaLibrary.version, hasStrictSCRAM: KafkaLibrary.hasStrictSCRAM, in: &environment)
    }
}
