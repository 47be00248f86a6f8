import ArgumentParser
import ServiceRuntime

/// The command `fmctl demo`.
struct DemoCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Show the whole job once: four labels in, verdicts and notices out.",
        discussion: """
            Registers an account with a random address and password, sets an allergen profile and scans four ingredient \
            lists in four languages. Exit code 1 when a verdict is not the expected one or a notice is missing.
            """)

    @Option(help: ArgumentHelp("Address of the gateway.", valueName: "url"))
    var url: String?

    @OptionGroup var output: OutputOptions

    func execute(_ console: Console) async throws -> Finding {
        let settings = try GatewaySettings(override: url, from: .process())
        let samples = try DemoSamples.shipped()
        let printer = DemoPrinter(console: console)
        return try await GatewayClient.withClient(GatewayClient(base: settings.url)) { client in
            let account = try await GatewayAccount.register(
                prefix: "demo", locale: "en", timeZone: "UTC", on: client)
            if !output.isJSON { printer.begin(settings.url, account, samples.profile) }
            let texts = Dictionary(uniqueKeysWithValues: samples.samples.map { ($0.title, $0.text) })
            let report = try await Demonstration(client: client, samples: samples).run(as: account) { outcome in
                if !output.isJSON { printer.show(outcome, text: texts[outcome.title] ?? "") }
            }
            if output.isJSON {
                try console.json(report)
            } else {
                printer.show(report.notices, missing: report.missingNotices)
            }
            return report.isAsExpected ? .clean : .problem
        }
    }
}
