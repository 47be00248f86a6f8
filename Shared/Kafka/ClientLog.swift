import CLibrdkafka
import Logging

/// Takes what librdkafka says into our log; the context of every client's callbacks.
class ClientLog {
    let logger: Logger

    init(_ logger: Logger) {
        self.logger = logger
    }

    /// Sets the log and error callbacks; the client's opaque is a `ClientLog`.
    static func install(in configuration: OpaquePointer) {
        rd_kafka_conf_set_log_cb(configuration) { client, level, facility, text in
            guard let client, let text, let opaque = rd_kafka_opaque(client) else { return }
            let log = Unmanaged<ClientLog>.fromOpaque(opaque).takeUnretainedValue()
            let line = String(cString: text)
            let metadata: Logger.Metadata = ["kafka.facility": "\(facility.map { String(cString: $0) } ?? "")"]
            // Syslog levels: 3 and below are errors, 4 warnings; a broker that is away is no error of ours.
            log.logger.log(level: level <= 2 ? .error : level <= 4 ? .notice : .debug, "\(line)", metadata: metadata)
        }
        rd_kafka_conf_set_error_cb(configuration) { _, code, text, opaque in
            guard let opaque else { return }
            let log = Unmanaged<ClientLog>.fromOpaque(opaque).takeUnretainedValue()
            let error = rd_kafka_resp_err_t(code)
            let level: Logger.Level = error == RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN ? .warning : .debug
            log.logger.log(
                level: level, "\(text.map { String(cString: $0) } ?? "")",
                metadata: ["kafka.error": "\(String(cString: rd_kafka_err2name(error)))"])
        }
    }
}
