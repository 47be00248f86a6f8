import ArgumentParser
import ServiceRuntime

/// The command `fmctl topics acls`.
struct TopicsRightsCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "acls", abstract: "Print the broker permissions of each service, as arguments of kafka-acls.",
        discussion: """
            Connects to nothing. Principals are the services' names (KAFKA_SASL_USERNAME) and fmctl. To apply them: \
            fmctl topics acls | xargs -L 1 kafka-acls.sh --bootstrap-server HOST:PORT --command-config \
            admin.properties
            """)

    func execute(_ console: Console) async throws -> Finding {
        for right in TopicRights.all { console.line(right.line) }
        return .clean
    }
}
