import Foundation

/// The result of a row; kept as a file, so that an interrupted run can continue.
package struct RowResult: Codable, Sendable {
    package let row: Int
    package let name: String
    package let protection: String
    package let isProtected: Bool
    package let operations: Int
    package let findings: [Finding]
    package let notes: [String]
    package let firstAnswerSeconds: Double?
    package let lagZeroSeconds: Double?
    package let seconds: Double

    /// Whether there are findings in a negative control, and none otherwise.
    package var isAsExpected: Bool { findings.isEmpty == isProtected }

    package var isGood: Bool { isAsExpected && operations > 0 }

    /// The file of a row under a directory.
    package static func file(of row: Int, isProtected: Bool, in directory: URL) -> URL {
        directory.appending(path: "row-\(row)\(isProtected ? "" : "-without").json")
    }

    /// The content of a file, if any.
    package static func read(_ file: URL) -> RowResult? {
        (try? Data(contentsOf: file)).flatMap { try? JSONDecoder().decode(RowResult.self, from: $0) }
    }

    package func write(to file: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        try encoder.encode(self).write(to: file, options: .atomic)
    }
}
