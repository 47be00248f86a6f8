import Foundation

/// Reads a service's configuration once, at start, and reports all problems together.
///
/// A failed read records the problem and returns a placeholder, so that reading continues; `finish()` then throws. So a
/// configuration type must read all its keys and call `finish()` before its values are used. A key with an empty value
/// counts as not set. Values of secrets never appear in a problem.
package struct EnvironmentReader {
    private let values: [String: String]
    private let readFile: (String) -> String?
    private var problems: [ConfigurationError.Problem] = []

    /// A reader of given values: the process's environment, or a test's dictionary.
    ///
    /// - Parameters:
    ///   - values: Variables by name.
    ///   - readFile: The text of the file that a `…_FILE` variable names; nil if it cannot be read.
    package init(
        _ values: [String: String],
        readFile: @escaping (String) -> String? = { try? String(contentsOfFile: $0, encoding: .utf8) }
    ) {
        self.values = values
        self.readFile = readFile
    }

    /// A reader over the environment of this process.
    package static func process() -> Self { Self(ProcessInfo.processInfo.environment) }

    /// The value of a required key.
    ///
    /// - Parameters:
    ///   - key: Name of the variable.
    ///   - format: Parses its text.
    ///   - secret: True allows `KEY_FILE` (the name of a file with the value) and keeps the text out of problems.
    /// - Returns: The value; after a problem, a placeholder.
    package mutating func required<Value>(
        _ key: String, as format: EnvironmentFormat<Value>, secret: Bool = false
    ) -> Value {
        switch text(of: key, secret: secret) {
        case .text(let text): return parse(text, key, format, secret: secret)
        case .unset: report(key, "is required: \(format.expectation)")
        case .failed: break
        }
        return format.placeholder
    }

    /// The value of a key, or the default if the key is not set.
    ///
    /// An invalid value is still a problem.
    package mutating func optional<Value>(
        _ key: String, as format: EnvironmentFormat<Value>, default value: Value, secret: Bool = false
    ) -> Value {
        optional(key, as: format, secret: secret) ?? value
    }

    /// The value of a key, or nil if the key is not set.
    ///
    /// An invalid value is still a problem.
    package mutating func optional<Value>(
        _ key: String, as format: EnvironmentFormat<Value>, secret: Bool = false
    ) -> Value? {
        guard case .text(let text) = text(of: key, secret: secret) else { return nil }
        return parse(text, key, format, secret: secret)
    }

    /// Records a problem found by the caller, for example two keys that exclude each other.
    ///
    /// The message is a phrase that follows the key's name and contains no secret.
    package mutating func report(_ key: String, _ message: String) {
        problems.append(.init(key: key, message: message))
    }

    /// Finishes reading.
    ///
    /// - Throws: `ConfigurationError` with all problems, in the order of the reads.
    package func finish() throws(ConfigurationError) {
        guard problems.isEmpty else { throw ConfigurationError(problems: problems) }
    }

    private enum Lookup { case text(String), unset, failed }

    private mutating func text(of key: String, secret: Bool) -> Lookup {
        let direct = values[key].flatMap { $0.isEmpty ? nil : $0 }
        let file = secret ? values[key + "_FILE"].flatMap { $0.isEmpty ? nil : $0 } : nil
        switch (direct, file) {
        case (let text?, nil):
            return .text(text)
        case (nil, nil):
            return .unset
        case (_?, _?):
            report(key, "and \(key)_FILE are both set: set one")
        case (nil, let path?):
            let text = readFile(path)?.trimmingCharacters(in: .newlines)
            if let text, !text.isEmpty { return .text(text) }
            report(key + "_FILE", "names a file that is empty or cannot be read")
        }
        return .failed
    }

    private mutating func parse<Value>(
        _ text: String, _ key: String, _ format: EnvironmentFormat<Value>, secret: Bool
    ) -> Value {
        if let value = format.parse(key, text) { return value }
        let found = secret ? "" : ", found \"\(text)\""
        report(key, "must be \(format.expectation)\(found)")
        return format.placeholder
    }
}

/// All problems of a service's configuration.
package struct ConfigurationError: Error, Sendable, Equatable, CustomStringConvertible {
    /// One key and its fault.
    package struct Problem: Sendable, Equatable {
        /// Name of the environment variable.
        package let key: String
        /// A phrase that follows the key; contains no secret.
        package let message: String
    }

    /// At least one problem, in the order of the reads.
    package let problems: [Problem]

    package var description: String {
        let lines = problems.map { "  \($0.key) \($0.message)" }
        return (["the configuration has \(problems.count) problem(s):"] + lines).joined(separator: "\n")
    }
}
