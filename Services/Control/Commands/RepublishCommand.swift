import ArgumentParser
import EventContracts
import Foundation
import ServiceRuntime

/// The command `fmctl republish`.
struct RepublishCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "republish", abstract: "Have the owner of a topic republish its past events or its current state.",
        discussion: """
            Consumers ignore events that they have processed before. --snapshots sends the current state, which only \
            projections apply; it needs no past events.
            """)

    @Option(name: .customLong("topic"), help: "A topic; may be repeated.")
    var topics: [String] = []

    @Option(name: .customLong("service"), help: "All topics of this owner; may be repeated.")
    var services: [String] = []

    @Flag(help: "Current state instead of past events.")
    var snapshots = false

    @Option(help: "Only this key.")
    var key: String?

    @Option(name: .customLong("from"), help: "With --key: from this sequence number on.")
    var first: Int64?

    @Option(help: "Only events since this time, such as 2026-11-21T07:30:00Z.")
    var since: String?

    @Option(help: "Maximum time to wait until everything is sent; 0s: do not wait.")
    var wait = DurationArgument(.seconds(30))

    func execute(_ console: Console) async throws -> Finding {
        let command = try RepublishSelection(topics: topics, services: services, range: try range())
        let database = try OperatorDatabase(from: .process())
        try await AuditLog(database: database).record(.republish, command.description)
        let requests = RepublishRequests(database: database)
        let written = try await requests.place(command)
        for (owner, count) in written.sorted(by: { $0.key < $1.key }) {
            console.line("\(owner): \(count) request(s)")
        }
        guard wait.duration > .zero else { return .clean }
        guard try await requests.waitUntilSent(by: written.keys.sorted(), within: wait.duration) else {
            throw ControlFailure.unavailable(
                """
                not everything was sent within \(Figures.age(wait.duration)); the owner continues while it runs, see \
                fmctl lag
                """
            )
        }
        console.line("sent")
        return .clean
    }

    private func range() throws(ControlFailure) -> RepublishSelection.Range {
        switch (snapshots, key, since) {
        case (true, nil, nil) where first == nil: return .snapshots
        case (false, nil, nil) where first == nil: return .everything
        case (false, let key?, nil): return .key(key, from: first ?? 1)
        case (false, nil, let since?) where first == nil:
            guard let date = EventTime.parse(since) else {
                throw .usage("--since must be a time such as 2026-11-21T07:30:00Z")
            }
            return .since(date)
        default: throw .usage("give one of --snapshots, --key (with --from) and --since")
        }
    }
}
