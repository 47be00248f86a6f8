import EventContracts
import Foundation

/// Prints the results of a demonstration.
struct DemoPrinter {
    let console: Console
    /// Maximum width of a text, in columns.
    static let width = 100

    /// Prints the account and its profile.
    func begin(_ base: URL, _ account: GatewayAccount, _ profile: DemoSamples.Profile) {
        let credentials = account.credentials
        console.line(console.paint("Food Magic", .bold) + " at \(base.absoluteString)")
        console.line("  account   \(credentials.email)  password \(credentials.password)")
        let avoided = profile.allergens.map(\.rawValue).joined(separator: ", ")
        console.line("  avoids    \(avoided.isEmpty ? "all fourteen allergens" : avoided)")
    }

    /// Prints one label: its submitted or recognized text, the verdict, and the evidence.
    func show(_ outcome: Demonstration.Outcome) {
        let scan = outcome.scan, paint = console.paint
        let took = String(format: "%.0f ms", outcome.milliseconds)
        console.line()
        console.line(
            paint(outcome.title, .bold) + Self.kind(outcome) + ": "
                + paint(scan.verdict.words, scan.verdict.style)
                + (scan.complete ? "" : ", reading incomplete") + paint("  \(took)", .dim))
        for line in DisplayWidth.wrap(Self.print(on: scan), to: Self.width - 4) {
            console.line("    " + paint(line, .dim))
        }
        show(scan.contains, as: "contains")
        show(scan.mayContain, as: "may contain")
        if let unknown = scan.unknown, !unknown.isEmpty {
            console.line("  hides its content: \(unknown.joined(separator: ", "))")
        }
        if let advice = scan.advice { console.line("  advice      \(advice)") }
        for difference in outcome.differences { console.line("  " + paint("unexpected: \(difference)", .red)) }
    }

    /// Prints the inbox, oldest first.
    func show(_ notices: [GatewayModels.Notification], missing: Int) {
        console.line()
        console.line(console.paint("Notices", .bold))
        for notice in notices.reversed() {
            let isAlert = notice.urgency == .alert
            console.line(
                "  " + console.paint(isAlert ? "alert " : "notice", isAlert ? .red : .cyan) + "  "
                    + console.paint(notice.title, .bold))
            for line in DisplayWidth.wrap(notice.body, to: Self.width - 10) { console.line("          " + line) }
            for delivery in notice.deliveries ?? [] { console.line("          " + Self.words(for: delivery)) }
        }
        if missing > 0 { console.line("  " + console.paint("\(missing) scan(s) have no notice", .red)) }
    }

    /// Prints the meal with its items, its totals, and the day's totals.
    func show(_ outcome: DemoMeal.Outcome) {
        let meal = outcome.meal, took = String(format: "%.0f ms", outcome.milliseconds)
        console.line()
        console.line(console.paint(meal.name ?? meal.slot, .bold) + ": " + meal.slot + console.paint("  \(took)", .dim))
        for item in meal.items {
            let mass = item.grams.map { Self.number($0.value) + " g" } ?? ""
            console.line(
                "    " + DisplayWidth.pad(item.food.name ?? "", to: 20) + DisplayWidth.pad(mass, to: 10)
                    + (item.energyKcal.map { Self.number($0) + " kcal" } ?? "not known"))
        }
        show(meal.totals, of: "the meal")
        show(outcome.day.totals, of: outcome.day.date)
        for difference in outcome.differences { console.line("  " + console.paint("unexpected: \(difference)", .red)) }
    }

    /// Prints the meal recognized on a photo: each food with the range of its mass, and the totals.
    func show(_ outcome: DemoPlate.Outcome) {
        let meal = outcome.meal, took = String(format: "%.0f ms", outcome.milliseconds)
        console.line()
        console.line(console.paint(meal.name ?? meal.slot, .bold) + ": " + meal.slot + console.paint("  \(took)", .dim))
        for item in meal.items {
            let mass = item.grams.map { grams in
                "\(Self.number(grams.value)) g (\(Self.number(grams.low ?? 0)) to \(Self.number(grams.high ?? 0)))"
            }
            console.line(
                "    " + DisplayWidth.pad(item.food.name ?? "", to: 20) + DisplayWidth.pad(mass ?? "", to: 28)
                    + (item.energyKcal.map { Self.number($0) + " kcal" } ?? "not known"))
        }
        show(meal.totals, of: "the meal")
        for difference in outcome.differences { console.line("  " + console.paint("unexpected: \(difference)", .red)) }
    }

    /// Prints the receipt with its items, its total, and whether they agree.
    func show(_ outcome: DemoReceipt.Outcome) {
        let receipt = outcome.receipt, took = String(format: "%.0f ms", outcome.milliseconds)
        console.line()
        console.line(
            console.paint(outcome.title, .bold) + ": \(receipt.merchant ?? "?"), \(receipt.purchasedAt ?? "?")"
                + console.paint("  \(took)", .dim))
        for item in receipt.items {
            let discount = item.discount.map { "  \($0.amount)" } ?? ""
            console.line(
                "    " + DisplayWidth.pad(item.name, to: 28)
                    + DisplayWidth.pad("\(Self.number(item.quantity)) \(item.unit)", to: 10) + item.amount.amount
                    + discount)
        }
        let total = receipt.total.map { "\($0.amount) \($0.currency ?? "")" } ?? "not read"
        let agrees =
            receipt.checks.itemsMatchTotal == true ? "matches the sum of the rows" : "differs from the sum of the rows"
        console.line("  total       \(total), \(agrees)")
        for difference in outcome.differences { console.line("  " + console.paint("unexpected: \(difference)", .red)) }
    }

    /// Prints the purchase and refund of the pro plan.
    func show(_ outcome: DemoUpgrade.Outcome) {
        func took(_ milliseconds: Double) -> String { console.paint(String(format: "  %.0f ms", milliseconds), .dim) }
        console.line()
        console.line(console.paint("Pro purchase and refund", .bold) + " (in the sandbox: no money moves)")
        console.line("  detailed report  refused: \(outcome.refusal)")
        console.line("  paid             \(outcome.paid.amount) \(outcome.paid.currency ?? "")")
        console.line("  detailed report  there" + took(outcome.unlockedAfter))
        console.line(
            "  money back       \(outcome.paid.amount) \(outcome.paid.currency ?? "")" + took(outcome.refundedAfter))
        console.line("  detailed report  refused again" + took(outcome.lockedAfter))
    }

    /// Prints the last lines: whether all results were as expected, which decides the exit code.
    func end(_ shortfalls: [String], skipped: [String] = []) {
        console.line()
        for step in skipped { console.line("Skipped: \(step).") }
        guard !shortfalls.isEmpty else { return console.line("Everything came out as expected.") }
        console.line(console.paint("Not as expected:", .red))
        for shortfall in shortfalls { console.line("  " + console.paint(shortfall, .red)) }
    }

    private static func words(for delivery: GatewayModels.Notification.Delivery) -> String {
        "\(delivery.state) by \(delivery.channel), \(delivery.at)" + (delivery.proof.map { " (\($0))" } ?? "")
    }

    /// Prints the received mails.
    func show(_ outcome: DemoMailbox.Outcome) {
        console.line()
        console.line(
            console.paint("Mails", .bold) + ", the address confirmed by the first one"
                + console.paint(String(format: "  %.0f ms", outcome.verifiedAfter), .dim))
        for subject in outcome.subjects { console.line("  mail    \(subject)") }
        for subject in outcome.missing { console.line("  " + console.paint("not mailed: \(subject)", .red)) }
    }

    /// Prints the main figures, each with the number of items that state it; figures that the plan does not include are
    /// left out.
    private func show(_ totals: [String: GatewayModels.Figure], of what: String) {
        let figures = [("energyKcal", "kcal"), ("proteinG", "g protein"), ("ironMg", "mg iron")].compactMap {
            name, unit in
            totals[name].map { figure in
                guard let value = figure.value else { return "? \(unit)" }
                return "\(Self.number(value)) \(unit) (\(figure.reported) of \(figure.of))"
            }
        }
        let note = totals["proteinG"] == nil ? [console.paint("nutrients with pro", .dim)] : []
        console.line("  " + DisplayWidth.pad(what, to: 12) + (figures + note).joined(separator: "  "))
    }

    private static func number(_ value: Double) -> String {
        value.formatted(.number.grouping(.never).precision(.fractionLength(0...1)).locale(Locale(identifier: "en")))
    }

    private func show(_ findings: [GatewayModels.Finding], as heading: String) {
        for finding in findings {
            let name = finding.allergen?.rawValue ?? finding.otherIngredient ?? ""
            let words = finding.evidence.map { "“\($0.text)”" }.joined(separator: ", ")
            console.line(
                "  " + DisplayWidth.pad(heading, to: 12) + console.paint(DisplayWidth.pad(name, to: 12), .bold)
                    + words)
        }
    }

    /// The kind and language of the sample.
    private static func kind(_ outcome: Demonstration.Outcome) -> String {
        let language = outcome.language.map { languageNames[$0] ?? $0 }
        let words = [outcome.photo.map { "photo \($0)" }, language].compactMap { $0 }
        return words.isEmpty ? "" : " (\(words.joined(separator: ", ")))"
    }

    private static func print(on scan: GatewayModels.LabelScan) -> String {
        (scan.text ?? "").split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    private static let languageNames = ["en": "English", "fr": "French", "es": "Spanish", "zh": "Chinese"]
}
