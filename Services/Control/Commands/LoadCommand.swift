import ArgumentParser
import ServiceRuntime

/// The command `fmctl load`.
struct LoadCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "load",
        abstract: "Put load on the gateway, measure it, and check that nothing was lost or duplicated.",
        discussion: """
            An open loop (--rate) starts operations on time, whatever the responses, and counts latency from the due \
            time; a closed loop (--concurrency) has this number of clients with one operation each. Exit code 1 if an \
            operation failed, was lost or was duplicated.
            """)

    @Option(help: "What one operation does: \(LoadKind.allCases.map(\.rawValue).joined(separator: ", ")).")
    var kind = LoadKind.scan

    @Option(help: "Operations per second (open loop).")
    var rate: Double?

    @Option(help: "Number of concurrent clients (closed loop).")
    var concurrency: Int?

    @Option(
        name: [.customLong("duration"), .customLong("seconds")],
        help: "Duration, such as 30s or 2m; a plain number is seconds.")
    var duration = DurationArgument(.seconds(10))

    @Option(help: "Number of accounts that share the load; by default enough for the gateway's rate limit.")
    var accounts: Int?

    @Option(help: ArgumentHelp("Write each operation as a JSON line to this file.", valueName: "file"))
    var history: String?

    @Option(help: ArgumentHelp("Address of the gateway.", valueName: "url"))
    var url: String?

    @OptionGroup var output: OutputOptions

    func execute(_ console: Console) async throws -> Finding {
        let plan = try LoadPlan(kind: kind, pace: try pace(), duration: duration.duration, accounts: accounts)
        let settings = try GatewaySettings(override: url, from: .process())
        let client = GatewayClient(base: settings.url, connections: plan.connections)
        let file = try history.map { try HistoryFile(path: $0) }
        let isQuiet = output.isJSON
        return try await GatewayClient.withClient(client) { client in
            let measurement = LoadMeasurement(plan: plan, client: client, history: file) { text in
                if !isQuiet { console.remark(text) }
            }
            let report = try await measurement.run()
            if output.isJSON {
                try console.json(report)
            } else {
                LoadTable.show(report, on: console)
            }
            return report.isClean ? .clean : .problem
        }
    }

    private func pace() throws(ControlFailure) -> LoadPlan.Pace {
        switch (rate, concurrency) {
        case (let rate?, nil): .rate(rate)
        case (nil, let count?): .clients(count)
        case (nil, nil): .rate(10)
        case (_?, _?): throw .usage("give --rate or --concurrency, not both")
        }
    }
}
