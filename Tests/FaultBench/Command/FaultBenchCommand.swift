import ArgumentParser
import Foundation
import TestSupport

/// The fault bench: rows of the fault table, and the soak.
package struct FaultBenchCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "fault-bench", abstract: "See whether a private stack of the real programs holds.",
        subcommands: [RowsCommand.self, SoakCommand.self, FloodCommand.self, RenewTopicsCommand.self],
        defaultSubcommand: RowsCommand.self)

    package init() {}

    /// Reads the arguments, runs, and ends the process.
    package static func start() async {
        await main()
    }

    /// Reports the progress.
    static func say(_ text: String) {
        FileHandle.standardError.write(Data("\(text)\n".utf8))
    }
}

/// Runs rows of the fault table, each on a stack of its own, and prints their results.
struct RowsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rows", abstract: "Break what can break under load, and check that nothing was lost or doubled.",
        discussion: """
            A row whose result is in the state directory is not run again, so that a run can be ended and gone on \
            with. Exit status 1 when a row is not as it must be: with its protection nothing wrong, without it \
            something.
            """)

    @Option(help: "Only these rows (may be repeated).")
    var row: [Int] = []

    @Option(help: "Seconds of load for each row.")
    var seconds = 20

    @Option(help: "Requests a second.")
    var rate = 20.0

    @Option(help: "At least so many payments in row 27, which goes on until then.")
    var payments = 0

    @Option(
        help: ArgumentHelp(
            "Where the programs of an older release are, for the row that mixes two releases.", valueName: "directory"))
    var other: String?

    @Option(help: "Of which commit the older release is.")
    var otherCommit: String?

    @Option(help: "Of which commit this build is.")
    var commit: String?

    @Option(
        help: ArgumentHelp(
            "Use this Kafka in place of a dev broker. Its Food Magic topics are deleted and created for each row.",
            valueName: "host:port,…"))
    var brokers: String?

    @Option(
        help: ArgumentHelp(
            "Breaks and mends those brokers: PROGRAM kill|start|freeze|thaw|lose|fill|free NODE.", valueName: "program")
    )
    var brokerControl: String?

    @Flag(help: "Delete Food Magic's topics although they exist on those brokers.")
    var deleteTopics = false

    @Flag(help: "Run each row without its protection; it must be seen to fail then.")
    var withoutProtection = false

    @Flag(help: "Run rows anew whose results are kept.")
    var again = false

    @Option(help: ArgumentHelp("Where results and histories are kept.", valueName: "directory"))
    var state = ".local/faults"

    @Option(help: ArgumentHelp("Write the table to this file too.", valueName: "file"))
    var table: String?

    func validate() throws {
        let known = Set(Row.all.map(\.number))
        for number in row where !known.contains(number) {
            throw ValidationError("there is no row \(number); there are \(known.sorted())")
        }
        guard (1...3_600).contains(seconds) else { throw ValidationError("--seconds must be 1 to 3600") }
        guard (0...1_000_000).contains(payments) else { throw ValidationError("--payments must be 0 to 1000000") }
        guard rate > 0, rate <= 1_000 else { throw ValidationError("--rate must be above 0 and at most 1000") }
    }

    func run() async throws {
        let directory = URL(fileURLWithPath: state)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try await refuseTopicsInUse()
        let wanted = Row.all.filter { row.isEmpty || row.contains($0.number) }
        let rows = wanted.filter { wantedRun.has(whatIsNeededFor: $0) }
        let skipped = wanted.filter { !wantedRun.has(whatIsNeededFor: $0) }
        let due = rows.filter { row in
            let file = RowResult.file(of: row.number, isProtected: !withoutProtection, in: directory)
            return again || RowResult.read(file)?.isGood != true
        }
        let shared = due.filter { !$0.needsOwnServer }
        if !shared.isEmpty {
            try await TestPostgresCluster.with { cluster in
                for row in shared { try await run(row, on: cluster, directory) }
            }
        }
        for row in due where row.needsOwnServer {
            do {
                try await TestPostgresCluster.with(diskMegabytes: row.diskMegabytes) {
                    try await run(row, on: $0, directory)
                }
            } catch {
                say("row \(row.number): not run: \(error)")
            }
        }
        let results = rows.compactMap { row in
            RowResult.read(RowResult.file(of: row.number, isProtected: !withoutProtection, in: directory))
        }
        let notRun = skipped.map { ($0.number, wantedRun.missing(for: $0) ?? "") }
        for (number, missing) in notRun { say("row \(number): NOT RUN: \(missing)") }
        let text = FaultTable.markdown(results, notRun: notRun)
        print(text)
        if let table { try Data(text.utf8).write(to: URL(fileURLWithPath: table)) }
        // A row that was selected by number fails the command if it cannot run.
        if !row.isEmpty, !skipped.isEmpty { throw ExitCode(1) }
        if results.count < rows.count || results.contains(where: { !$0.isGood }) { throw ExitCode(1) }
    }

    /// Refuses to delete topics that another installation may be using.
    private func refuseTopicsInUse() async throws {
        guard let brokers, !deleteTopics else { return }
        let topics = try await NamedBrokers(brokers: brokers).topics()
        guard !topics.isEmpty else { return }
        throw ValidationError(
            "\(brokers) has \(topics.count) topics of Food Magic, which every row deletes; --delete-topics allows it")
    }

    private func run(_ row: Row, on cluster: TestPostgresCluster, _ directory: URL) async throws {
        var run = wantedRun
        run.directory = directory
        say("row \(row.number): \(row.name)\(withoutProtection ? ", without \(row.protection.name)" : "")")
        do {
            let result = try await run.run(row, on: cluster)
            try result.write(to: RowResult.file(of: row.number, isProtected: !withoutProtection, in: directory))
            for finding in result.findings { say("    \(finding)") }
            say("    \(result.isGood ? "as expected" : "NOT AS EXPECTED"), \(Int(result.seconds)) s")
        } catch {
            say("    not run to its end: \(error)")
        }
    }

    private var wantedRun: RowRun {
        var run = RowRun()
        run.duration = .seconds(seconds)
        run.rate = rate
        run.isProtected = !withoutProtection
        run.payments = payments
        run.brokers = brokers.map { NamedBrokers(brokers: $0, control: brokerControl) }
        run.other = other.map {
            OtherBuild(programs: URL(fileURLWithPath: $0), commit: otherCommit, ownCommit: commit)
        }
        return run
    }

    private func say(_ text: String) { FaultBenchCommand.say(text) }
}
