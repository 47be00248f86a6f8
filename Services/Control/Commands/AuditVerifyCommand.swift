import ArgumentParser
import IngestionCore
import IngestionGovernance
import IngestionService
import ServiceRuntime

/// The command `fmctl audit verify`.
struct AuditVerifyCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verify the hash chain of the gateway's audit log and name the first broken seal.",
        discussion: """
            Exit code 1 if an entry was changed, removed or inserted. Store the printed seal apart from the database \
            and pass it with --head on the next run: otherwise the removal of the newest entries with their seals, or \
            a rewritten chain, stays undetected. Expired entries are pruned; the chain then begins at the anchor that \
            replaces them.
            """)

    @Option(help: "A seal as an earlier run printed it: its number, a colon, its hash.")
    var head: AuditVerification.Head?

    @OptionGroup var output: OutputOptions

    /// The result, for scripts.
    struct Result: Encodable, Equatable {
        let seals: Int64
        let entries: Int64
        let head: String?
        let fault: String?
        /// The seal of the last pruned entry, and the number of entries pruned so far.
        let anchor: String?
        let pruned: Int64
    }

    func execute(_ console: Console) async throws -> Finding {
        let found = try await Self.verification(of: try OperatorDatabase(from: .process()), remembering: head)
        if output.isJSON {
            try console.json(
                Result(
                    seals: found.seals, entries: found.entries, head: found.head?.text,
                    fault: found.fault?.description, anchor: found.anchor?.head.text,
                    pruned: found.anchor?.entries ?? 0))
        } else {
            console.line("\(found.entries) entries under \(found.seals) seals are in order")
            if let anchor = found.anchor {
                console.line("\(anchor.entries) entries before them were pruned, anchor \(anchor.head.text)")
            }
            if let head = found.head { console.line("head \(head.text)") }
            if let fault = found.fault { console.line("broken: \(fault)") }
        }
        return found.fault == nil ? .clean : .problem
    }

    /// Verifies the gateway's log in its schema.
    static func verification(
        of database: OperatorDatabase, remembering head: AuditVerification.Head?
    ) async throws -> AuditVerification {
        try await database.withSchema(IngestionService.name) { pool in
            try await AuditVerification.run(remembering: head, in: pool)
        }
    }
}

extension AuditVerification.Head: ExpressibleByArgument {
    package init?(argument: String) { self.init(argument) }
}
