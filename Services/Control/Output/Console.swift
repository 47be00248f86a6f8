import Foundation

/// Where a command's answers go: results to one place, remarks and problems to another.
struct Console: Sendable {
    let paint: Paint
    private let output: @Sendable (String) -> Void
    private let errors: @Sendable (String) -> Void

    /// A console over given sinks; each call gets one whole line without its newline.
    init(
        paint: Paint = Paint(isOn: false), output: @escaping @Sendable (String) -> Void,
        errors: @escaping @Sendable (String) -> Void
    ) {
        self.paint = paint
        self.output = output
        self.errors = errors
    }

    /// The process's own standard output and standard error.
    static let process: Console = {
        let wantsColor = isatty(STDOUT_FILENO) == 1 && ProcessInfo.processInfo.environment["NO_COLOR"] == nil
        return Console(
            paint: Paint(isOn: wantsColor),
            output: { try? FileHandle.standardOutput.write(contentsOf: Data(($0 + "\n").utf8)) },
            errors: { try? FileHandle.standardError.write(contentsOf: Data(($0 + "\n").utf8)) })
    }()

    /// A line of the result.
    func line(_ text: String = "") { output(Visible.text(text)) }

    /// Prints a remark for the operator that is not part of the result.
    func remark(_ text: String) { errors(Visible.text(text)) }

    /// A whole table.
    func table(_ table: Table) {
        for line in table.lines(paint) { self.line(line) }
    }

    /// A value as JSON: one line, keys sorted.
    func json(_ value: some Encodable) throws {
        line(String(decoding: try JSONLines.encode(value), as: UTF8.self))
    }
}

/// JSON for scripts: sorted keys, instants as RFC 3339 text, one value a line.
enum JSONLines {
    /// The bytes of one value, without a newline.
    static func encode(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return [UInt8](try encoder.encode(value))
    }
}
