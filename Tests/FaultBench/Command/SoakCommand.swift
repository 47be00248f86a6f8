import ArgumentParser
import Foundation
import TestSupport

/// Runs the soak and prints its result.
struct SoakCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "soak", abstract: "Send a steady load for long, and see whether anything grows.",
        discussion: """
            Exit status 1 when a slope's whole 95 % confidence interval lies above its limit, a service ends, or a \
            request fails.
            """)

    @Option(help: "How long.")
    var minutes: Int?

    @Option(help: "How long, in hours.")
    var hours: Int?

    @Option(help: "Requests a second; left out, half of what the machine carries.")
    var rate: Double?

    @Option(help: "Minutes that messages, orders and streams are kept.")
    var kept = 5

    @Option(help: ArgumentHelp("Write the table to this file too.", valueName: "file"))
    var table: String?

    private static let defaultMinutes = 40

    func validate() throws {
        guard minutes == nil || hours == nil else { throw ValidationError("--minutes or --hours, not both") }
        guard (1...10_000).contains(length) else { throw ValidationError("1 minute to a week") }
        guard (1...1_440).contains(kept) else { throw ValidationError("--kept must be 1 to 1440") }
        if let rate, rate <= 0 || rate > 1_000 { throw ValidationError("--rate must be above 0 and at most 1000") }
    }

    private var length: Int { minutes ?? hours.map { $0 * 60 } ?? Self.defaultMinutes }

    func run() async throws {
        var run = SoakRun()
        run.duration = .seconds(length * 60)
        run.rate = rate
        run.keptMinutes = kept
        run.progress = FaultBenchCommand.say
        let result = try await TestPostgresCluster.with { [run] in try await run.run(on: $0) }
        print(result.markdown)
        if let table { try Data(result.markdown.utf8).write(to: URL(fileURLWithPath: table)) }
        if !result.isGood { throw ExitCode(1) }
    }
}
