import ArgumentParser
import EventContracts
import Sealing
import ServiceRuntime

/// The command `fmctl tail`.
struct TailCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "tail", abstract: "Show events, one per line; sealed values stay encrypted.",
        discussion: """
            Without --follow, --last or --from-beginning: the last 20 records of the topics. Ids may be shortened to \
            their first 8 characters. --open shows what people wrote and is recorded in the audit log.
            """)

    @Argument(help: "Topics; all topics of the contract by default.")
    var topics: [String] = []

    @Flag(name: .shortAndLong, help: "Keep running and show new records.")
    var follow = false

    @Flag(help: "Start with the oldest record.")
    var fromBeginning = false

    @Option(help: "Start this many records before the end.")
    var last: Int?

    @Option(help: "Only this account's.")
    var account: String?

    @Option(help: "Only this resource's.")
    var resource: String?

    @Option(help: "Only events with this correlation id.")
    var correlation: String?

    @Option(name: .customLong("type"), help: "Only this type, such as scan-assessed; may be repeated.")
    var types: [String] = []

    @Flag(help: "Decrypt sealed values; requires KEYRING_MASTER_KEYS and ADMIN_DATABASE_URL.")
    var open = false

    @OptionGroup var output: OutputOptions

    /// Refuses a topic that no service has, because some brokers create unknown topics on access.
    func validate() throws {
        let unknown = Set(topics).subtracting(Topic.all.map(\.name)).sorted()
        guard unknown.isEmpty else {
            throw ValidationError("no topic \(unknown.joined(separator: ", ")); see fmctl topics list")
        }
    }

    func execute(_ console: Console) async throws -> Finding {
        let filter = try EventFilter(account: account, resource: resource, correlation: correlation, types: types)
        let names = topics.isEmpty ? Topic.all.map(\.name) : topics
        let tail = Tail(
            broker: try OperatorBroker(from: .process()), topics: names, extent: try extent(), follows: follow)
        guard open else {
            try await show(tail, filter, nil, console)
            return .clean
        }
        let detail = "tail of \(names.joined(separator: ", ")) \(filter)"
        try await OpenedValues.with(detail, from: .process(), console) { values in
            try await show(tail, filter, values.sealer, console)
        }
        return .clean
    }

    private func show(_ tail: Tail, _ filter: EventFilter, _ sealer: Sealer?, _ console: Console) async throws {
        let line = EventLine(paint: console.paint)
        try await tail.run { record in
            let view = EventView(record)
            guard filter.admits(view) else { return }
            let data = if let sealer { await view.openedData(with: sealer) } else { view.sealedData }
            console.line(output.isJSON ? line.json(view, data: data) : line.text(view, data: data))
        }
    }

    private func extent() throws(ControlFailure) -> Tail.Extent {
        switch (fromBeginning, last) {
        case (true, nil): return .all
        case (true, _?): throw .usage("pass --from-beginning or --last, not both")
        case (false, let count?):
            guard (1...Tail.maxLast).contains(count) else {
                throw .usage("--last must be between 1 and \(Tail.maxLast)")
            }
            return .last(count)
        case (false, nil): return follow ? .new : .last(20)
        }
    }
}
