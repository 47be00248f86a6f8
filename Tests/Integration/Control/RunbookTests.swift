import ArgumentParser
import Foundation
import Postgres
import TestPeers
import TestSupport
import Testing

@testable import ControlService

/// Commands and queries of the runbook are executed verbatim.
@Suite("Commands of the runbook", .timeLimit(.minutes(10)))
struct RunbookTests {
    private struct RolledBack: Error {}

    private static let page: String = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/runbook.md")
        return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    }()

    /// Code spans within sentences; a span may continue in the next line.
    private static var spans: [Substring] {
        page.replacing("```", with: "").matches(of: /`([^`]+)`/).map {
            Substring($0.1.split(whereSeparator: \.isWhitespace).joined(separator: " "))
        }
    }

    /// Lines of blocks of code.
    private static var lines: [Substring] { page.split(separator: "\n") }

    private static let placeholders = [
        "ID": "00000000-0000-4000-8000-000000000000", "ACCOUNT": "00000000-0000-4000-8000-000000000000",
    ]

    /// The words of a line as a shell would split it, without a trailing comment.
    private static func words(of line: Substring) -> [String] {
        let command = (line.firstRange(of: /\s{3,}|\s#/).map { line[..<$0.lowerBound] }) ?? line
        return command.matches(of: /"([^"]*)"|(\S+)/).map { match in
            let word = String(match.1 ?? match.2 ?? "")
            return placeholders[word] ?? word
        }
    }

    @Test("runbook: every fmctl line is a valid command")
    func lines() throws {
        let commands = Self.lines.map { $0.drop { $0 == " " } }.filter { $0.hasPrefix("fmctl ") && !$0.contains("`") }
        #expect(commands.count > 20)
        for command in commands {
            let words = Self.words(of: command)
            #expect(throws: Never.self, "\(command)") { _ = try ControlTool.parseAsRoot(Array(words.dropFirst())) }
        }
    }

    @Test("runbook: commands named in sentences exist, with their options")
    func sentences() {
        let commands = Self.spans.filter { $0.hasPrefix("fmctl ") && !$0.contains("…") }
        #expect(commands.count > 40)
        for command in commands {
            var type: any ParsableCommand.Type = ControlTool.self
            var words = Self.words(of: command).dropFirst()
            while let name = words.first,
                let next = type.configuration.subcommands.first(where: { $0.configuration.commandName == name })
            {
                type = next
                words = words.dropFirst()
            }
            #expect(type.configuration.commandName != "fmctl", "\(command)")
            if let name = words.first, !type.configuration.subcommands.isEmpty {
                #expect(name.hasPrefix("--"), "\(command)")
            }
            lazy var help = ControlTool.helpMessage(for: type, includeHidden: true, columns: 200)
            for option in words where option.hasPrefix("--") {
                #expect(help.contains(option), "\(command)")
            }
        }
    }

    @Test("runbook: every SQL statement is accepted by the database")
    func statements() async throws {
        var blocks: [Substring] = []
        for line in Self.lines where line.hasPrefix("    ") {
            let code = line.drop { $0 == " " }
            if Self.isStatement(code) {
                blocks.append(code)
            } else if let open = blocks.last, !open.hasSuffix(";") {
                blocks[blocks.count - 1] = "\(open) \(code)"
            }
        }
        let statements = (blocks + Self.spans.filter(Self.isStatement)).map {
            $0.replacing("'…'", with: "'00000000-0000-4000-8000-000000000000'")
        }
        #expect(blocks.count >= 6 && statements.count >= 10)
        try await MigratedDatabase.with { migrated in
            let session = try await DedicatedSession.open(migrated.test.admin)
            defer { session.close() }
            for statement in statements {
                do {
                    try await session.withTransaction { transaction in
                        try await transaction.execute(SQL(trusted: String(statement)))
                        throw RolledBack()
                    }
                } catch is RolledBack {
                    continue
                } catch {
                    Issue.record("\(statement): \(error)")
                }
            }
        }
    }

    private static func isStatement(_ text: Substring) -> Bool {
        text.wholeMatch(of: /(SELECT|UPDATE|TRUNCATE) [a-z*].*/) != nil
    }
}
