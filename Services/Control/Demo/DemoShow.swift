import ServiceRuntime

/// Runs the demonstration for a command: a new account, labels, verdicts, notices, a receipt, and two meals.
struct DemoShow {
    let profile: DemoSamples.Profile
    let labels: [DemoLabel]
    var meal: DemoMeal?
    var plate: DemoPlate?
    var receipt: DemoReceipt?
    var upgrade: DemoUpgrade?
    var settings: DemoSettings?
    let output: OutputOptions
    let console: Console

    /// Scans all labels with the gateway at an address, or at the configured one.
    ///
    /// - Returns: a problem if a verdict is not as expected or a notice is missing.
    /// - Throws: `ConfigurationError`, `GatewayError`, or a `ControlFailure`.
    func run(at url: String?) async throws -> Finding {
        let gateway = try GatewaySettings(override: url, from: .process())
        let printer = DemoPrinter(console: console)
        return try await GatewayClient.withClient(GatewayClient(base: gateway.url)) { client in
            let account = try await GatewayAccount.register(prefix: "demo", locale: "en", timeZone: "UTC", on: client)
            if !output.isJSON { printer.begin(gateway.url, account, profile) }
            let demonstration = Demonstration(
                client: client, profile: profile, labels: labels, meal: meal, plate: plate, receipt: receipt,
                upgrade: upgrade, sandbox: settings?.sandbox, mailbox: settings?.mailbox)
            let report = try await demonstration.run(as: account) { outcome in
                if !output.isJSON { printer.show(outcome) }
            }
            if output.isJSON {
                try console.json(report)
            } else {
                printer.show(report.notices, missing: report.missingNotices)
                if let receipt = report.receipt { printer.show(receipt) }
                if let meal = report.meal { printer.show(meal) }
                if let plate = report.plate { printer.show(plate) }
                if let upgrade = report.upgrade { printer.show(upgrade) }
                if let mails = report.mails { printer.show(mails) }
                printer.end(report.shortfalls, skipped: settings == nil ? [] : report.skipped)
            }
            return report.isAsExpected ? .clean : .problem
        }
    }
}
