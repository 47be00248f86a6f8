import Foundation
import Logging

/// Parses the text of one environment variable into a typed value.
package struct EnvironmentFormat<Value: Sendable>: Sendable {
    /// The description of a valid text for the list of problems ("a port between 1 and 65535").
    package let expectation: String
    /// Returned in place of an invalid value; never used by callers that call `finish()`.
    let placeholder: Value
    /// Parses the text of the key; nil if it is invalid.
    let parse: @Sendable (_ key: String, _ text: String) -> Value?

    /// A custom format.
    ///
    /// - Parameters:
    ///   - expectation: The description of a valid text; printed for an invalid one.
    ///   - placeholder: Any value; only returned after a problem was recorded.
    ///   - parse: The value of a text, nil if invalid.
    package init(
        _ expectation: String, placeholder: Value, parse: @escaping @Sendable (_ key: String, _ text: String) -> Value?
    ) {
        self.expectation = expectation
        self.placeholder = placeholder
        self.parse = parse
    }
}

extension EnvironmentFormat<String> {
    /// Any non-empty text.
    package static var string: Self { Self("a text", placeholder: "") { _, text in text } }
}

extension EnvironmentFormat<Int> {
    /// A TCP port between 1 and 65535.
    package static var port: Self { integer(in: 1...65_535) }

    /// A whole number within the range.
    package static func integer(in range: ClosedRange<Int> = 0...Int.max) -> Self {
        let bound = range.upperBound == Int.max ? "of at least \(range.lowerBound)" : "in \(range)"
        return Self("a whole number \(bound)", placeholder: range.lowerBound) { _, text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

extension EnvironmentFormat<Double> {
    /// A number from 0 to 1.
    package static var share: Self {
        Self("a number from 0 to 1", placeholder: 0) { _, text in
            Double(text).flatMap { (0...1).contains($0) ? $0 : nil }
        }
    }
}

extension EnvironmentFormat<Bool> {
    /// Exactly `true` or `false`.
    package static var boolean: Self { Self("true or false", placeholder: false) { _, text in Bool(text) } }
}

extension EnvironmentFormat<Duration> {
    /// An integer in the unit at the end of the key: `_SECONDS` or `_MS`.
    package static func duration(in range: ClosedRange<Duration> = .zero ... .seconds(31_536_000)) -> Self {
        Self("a whole number of the key's unit, in \(range)", placeholder: range.lowerBound) { key, text in
            guard let count = Int64(text), let unit = DurationUnit(ofKey: key) else { return nil }
            let (milliseconds, overflow) = count.multipliedReportingOverflow(by: unit.milliseconds)
            let duration = Duration.milliseconds(milliseconds)
            return overflow || !range.contains(duration) ? nil : duration
        }
    }
}

/// The unit in the name of a key.
private enum DurationUnit {
    case seconds, milliseconds

    init?(ofKey key: String) {
        if key.hasSuffix("_SECONDS") {
            self = .seconds
        } else if key.hasSuffix("_MS") {
            self = .milliseconds
        } else {
            return nil
        }
    }

    var milliseconds: Int64 { self == .seconds ? 1_000 : 1 }
}

extension EnvironmentFormat<URL> {
    /// The absolute path of a directory, which need not exist yet.
    package static var directory: Self {
        Self("an absolute path", placeholder: URL(filePath: "/")) { _, text in
            let isPlain = text.hasPrefix("/") && !text.split(separator: "/").contains("..")
            return isPlain ? URL(filePath: text, directoryHint: .isDirectory) : nil
        }
    }

    /// An absolute URL with a host and one of the schemes.
    package static func url(schemes: Set<String> = ["http", "https"]) -> Self {
        let list = schemes.sorted().joined(separator: ", ")
        return Self("an absolute URL (\(list))", placeholder: URL(filePath: "/")) { _, text in
            guard let url = URL(string: text), let scheme = url.scheme, schemes.contains(scheme),
                let host = url.host(), !host.isEmpty
            else { return nil }
            return url
        }
    }
}

extension EnvironmentFormat<[UInt8]> {
    /// Base64 of exactly `count` bytes.
    package static func base64(count: Int) -> Self {
        Self("\(count) bytes in base64", placeholder: []) { _, text in
            Data(base64Encoded: text).flatMap { $0.count == count ? [UInt8]($0) : nil }
        }
    }
}

extension EnvironmentFormat where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// The raw value of a case of a non-empty enumeration.
    package static func choice(of type: Value.Type = Value.self) -> Self {
        let names = type.allCases.map(\.rawValue).joined(separator: ", ")
        guard let first = type.allCases.first else {
            preconditionFailure("\(type) has no cases, so no configuration value can ever be valid")
        }
        return Self("one of \(names)", placeholder: first) { _, text in Value(rawValue: text) }
    }
}

extension EnvironmentFormat<Logger.Level> {
    /// A log level of swift-log: trace, debug, info, notice, warning, error, critical.
    package static var logLevel: Self { choice() }
}
