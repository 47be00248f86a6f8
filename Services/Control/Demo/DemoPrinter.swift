import EventContracts
import Foundation

/// Shows a demonstration to a person.
struct DemoPrinter {
    let console: Console
    /// Columns a text may take.
    static let width = 100

    /// Who is it for, and what do they avoid.
    func begin(_ base: URL, _ account: GatewayAccount, _ profile: DemoSamples.Profile) {
        let credentials = account.credentials
        console.line(console.paint("Food Magic", .bold) + " at \(base.absoluteString)")
        console.line("  account   \(credentials.email)  password \(credentials.password)")
        console.line("  avoids    \(profile.allergens.map(\.rawValue).joined(separator: ", "))")
    }

    /// One label: its text, the verdict, and the words it rests on.
    func show(_ outcome: Demonstration.Outcome, text: String) {
        let scan = outcome.scan, paint = console.paint
        let took = String(format: "%.0f ms", outcome.milliseconds)
        console.line()
        console.line(
            paint(outcome.title, .bold) + " (\(Self.languageNames[outcome.language] ?? outcome.language)): "
                + paint(scan.verdict.words, scan.verdict.style)
                + (scan.complete ? "" : ", reading not complete") + paint("  \(took)", .dim))
        for line in DisplayWidth.wrap(text, to: Self.width - 4) { console.line("    " + paint(line, .dim)) }
        show(scan.contains, as: "contains")
        show(scan.mayContain, as: "may contain")
        if let unknown = scan.unknown, !unknown.isEmpty {
            console.line("  hides its content: \(unknown.joined(separator: ", "))")
        }
        for difference in outcome.differences { console.line("  " + paint("unexpected: \(difference)", .red)) }
    }

    /// The inbox, oldest first.
    func show(_ notices: [GatewayModels.Notification], missing: Int) {
        console.line()
        console.line(console.paint("Notices", .bold))
        for notice in notices.reversed() {
            let isAlert = notice.urgency == .alert
            console.line(
                "  " + console.paint(isAlert ? "alert " : "notice", isAlert ? .red : .cyan) + "  "
                    + console.paint(notice.title, .bold))
            for line in DisplayWidth.wrap(notice.body, to: Self.width - 10) { console.line("          " + line) }
        }
        if missing > 0 { console.line("  " + console.paint("\(missing) scan(s) have no notice", .red)) }
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

    private static let languageNames = ["en": "English", "fr": "French", "es": "Spanish", "zh": "Chinese"]
}
