import Kafka
import ServiceRuntime

/// Why a consumer cannot be a member of its group, for the operator who configured it.
package struct ConsumerFailure: ExitCoded {
    package let description: String
    /// Names of errors that only a change of the configuration resolves.
    private static let configurationErrors: Set = ["INVALID_SESSION_TIMEOUT", "FENCED_INSTANCE_ID"]
    private let name: String
    package var exitCode: Int32 {
        Self.configurationErrors.contains(name) ? ProgramExitCode.configuration : ProgramExitCode.software
    }

    /// Explains an error; queries the broker for the limits of the setting concerned.
    init(_ error: KafkaError, settings: KafkaConfiguration, admin: KafkaAdmin) async {
        let isAboutLimits = error.name == "INVALID_SESSION_TIMEOUT"
        let limits = isAboutLimits ? try? await admin.brokerSettings(timeout: .seconds(5)) : nil
        self.init(error, settings: settings, limits: limits ?? [:])
    }

    init(_ error: KafkaError, settings: KafkaConfiguration, limits: [String: String]) {
        name = error.name
        switch error.name {
        case "INVALID_SESSION_TIMEOUT":
            description = Self.sessionTimeout(settings, limits)
        case "FENCED_INSTANCE_ID":
            description =
                "another process joined the group with KAFKA_GROUP_INSTANCE_ID=\(settings.groupInstanceID ?? ""): "
                + "each copy of a service needs an id of its own"
        default:
            description = "the consumer cannot continue: \(error)"
        }
    }

    private static func sessionTimeout(_ settings: KafkaConfiguration, _ limits: [String: String]) -> String {
        let names = ["group.min.session.timeout.ms", "group.max.session.timeout.ms"]
        let found = names.map { name in limits[name].map { "\(name) = \($0)" } ?? name }
        let seconds = Int(settings.sessionTimeout / .seconds(1))
        return "KAFKA_SESSION_TIMEOUT_SECONDS=\(seconds) is outside what the broker allows: "
            + found.joined(separator: ", ")
    }
}
