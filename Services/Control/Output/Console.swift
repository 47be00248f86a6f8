import Foundation

/// The output of a command: results go to one sink, remarks and problems to another.
struct Console: Sendable {
    let paint: Paint
    private let output: @Sendable (String) -> Void
    private let errors: @Sendable (String) -> Void

    /// A console with given sinks; each call gets one complete line without its newline.
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

    /// Prints a line of the result.
    func line(_ text: String = "") { output(Visible.text(text)) }

    /// Prints a remark for the operator that is not part of the result.
    func remark(_ text: String) { errors(Visible.text(text)) }

    /// Prints a table of the result.
    func table(_ table: Table) {
        for line in table.lines(paint) { self.line(line) }
    }

    /// Prints a value as JSON on one line with sorted keys.
    func json(_ value: some Encodable) throws {
        line(String(decoding: try JSONLines.encode(value), as: UTF8.self))
    }
}

/// JSON for scripts: sorted keys, RFC 3339 times, one value per line.
enum JSONLines {
    /// The bytes of one value, without a newline.
    static func encode(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return [UInt8](try encoder.encode(value))
    }
}
