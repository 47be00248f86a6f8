import CLibrdkafka
import Logging
import Synchronization

/// The state for the callbacks of a librdkafka client; the client's handle keeps it alive.
final class ClientContext: Sendable {
    let logger: Logger
    /// The state of a group member, for a consumer's callbacks.
    let member: GroupMember?
    /// Why the brokers reject the client, as last reported by the library; nil if a broker has answered since.
    let refusal = Mutex<String?>(nil)

    init(logger: Logger, member: GroupMember? = nil) {
        self.logger = logger
        self.member = member
    }

    /// The context behind a callback's opaque pointer.
    static func of(_ opaque: UnsafeMutableRawPointer?) -> ClientContext? {
        opaque.map { Unmanaged<ClientContext>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Passes log messages of the library to the logger.
    static func installCallbacks(in configuration: OpaquePointer) {
        rd_kafka_conf_set_log_cb(configuration) { client, level, facility, text in
            guard let client, let text, let context = ClientContext.of(rd_kafka_opaque(client)) else { return }
            context.logger.log(
                level: ClientContext.logLevel(ofSyslog: level), "\(String(cString: text))",
                metadata: ["kafka.facility": "\(facility.map { String(cString: $0) } ?? "")"])
        }
        rd_kafka_conf_set_error_cb(configuration) { client, code, text, opaque in
            let error = rd_kafka_resp_err_t(code)
            let context = ClientContext.of(opaque), message = text.map { String(cString: $0) } ?? ""
            var metadata: Logger.Metadata = ["kafka.error": "\(String(cString: rd_kafka_err2name(error)))"]
            var hint: String?
            if error == RD_KAFKA_RESP_ERR__AUTHENTICATION, let client { hint = ClientContext.hint(for: client) }
            metadata["kafka.hint"] = hint.map { "\($0)" }
            if [RD_KAFKA_RESP_ERR__AUTHENTICATION, RD_KAFKA_RESP_ERR__SSL].contains(error) {
                context?.refusal.withLock { $0 = [message, hint].compactMap(\.self).joined(separator: "; ") }
            }
            context?.logger.log(
                level: ClientContext.isWorthAWarning(error) ? .warning : .debug, "\(message)", metadata: metadata)
        }
    }

    /// A possible reason why a correct password is rejected.
    private static func hint(for client: OpaquePointer) -> String? {
        var mechanism = [CChar](repeating: 0, count: 64), size = mechanism.count
        guard rd_kafka_conf_get(rd_kafka_conf(client), "sasl.mechanism", &mechanism, &size) == RD_KAFKA_CONF_OK,
            !KafkaLibrary.hasStrictSCRAM,
            String(decoding: mechanism.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).hasPrefix(
                "SCRAM")
        else { return nil }
        return "Kafka 4 refuses the SCRAM of librdkafka \(KafkaLibrary.version); 2.6.1 is the first that it accepts"
    }

    /// Whether the error needs an operator: no broker is reachable, none accepts the credentials, or none is trusted.
    private static func isWorthAWarning(_ error: rd_kafka_resp_err_t) -> Bool {
        [RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN, RD_KAFKA_RESP_ERR__AUTHENTICATION, RD_KAFKA_RESP_ERR__SSL].contains(error)
    }

    /// Syslog's levels 3 (error) and 4 (warning) mostly report unavailable brokers, which is not an error of this
    /// process.
    private static func logLevel(ofSyslog level: Int32) -> Logger.Level {
        switch level {
        case ...2: .error
        case 3, 4: .notice
        default: .debug
        }
    }
}
