import AllergenService
import ArgumentParser
import EventContracts
import Foundation
import ServiceRuntime

/// The command `fmctl recall add`.
struct RecallAddCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Recall a product.",
        discussion: """
            The allergen service notifies everyone who has scanned the product, once, and everyone who scans it while \
            the recall is active. Count them first with --dry-run.
            """)

    @Option(help: "The number under the bar code: 8, 12, 13 or 14 digits.")
    var gtin: GTIN

    @Option(help: "The lot as printed on the package; all lots by default.")
    var lot: String?

    @Option(help: "The reason shown to users, in one sentence; it is not translated.")
    var reason: String

    @Flag(help: "Only count the accounts that would be notified.")
    var dryRun = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (1...Recall.maxReasonLength).contains(reason.count) else {
            throw ValidationError("the reason must have 1 to \(Recall.maxReasonLength) characters")
        }
        guard lot.map({ (1...Recall.maxLotLength).contains($0.count) }) ?? true else {
            throw ValidationError("the lot must have 1 to \(Recall.maxLotLength) characters")
        }
    }

    /// The result, for scripts.
    struct Result: Encodable, Equatable {
        /// The id of the recall; nil for a dry run.
        let id: RecallID?
        let gtin: GTIN
        /// Number of people who had scanned the product.
        let people: Int64
    }

    func execute(_ console: Console) async throws -> Finding {
        let orders = RecallTable(database: try OperatorDatabase(from: .process()))
        let recall = Recall(recallID: .random(), gtin: gtin, lot: lot, reason: reason, issuedAt: Date())
        let people = try await orders.add(recall, isDryRun: dryRun)
        if output.isJSON {
            try console.json(Result(id: dryRun ? nil : recall.recallID, gtin: gtin, people: people))
        } else if dryRun {
            console.line("would notify \(people) who scanned \(gtin)")
        } else {
            console.line("recall \(recall.recallID): notifying \(people) who scanned \(gtin)")
        }
        return .clean
    }
}

extension GTIN: ExpressibleByArgument {
    package init?(argument: String) { self.init(argument) }
}
