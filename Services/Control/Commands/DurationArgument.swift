import ArgumentParser

/// A duration on the command line: `500ms`, `30s`, `2m`, `12h`, `7d`; a plain number is seconds.
struct DurationArgument: ExpressibleByArgument, Equatable, Sendable {
    let duration: Duration

    init(_ duration: Duration) { self.duration = duration }

    private static let units: [(suffix: String, milliseconds: Int64)] = [
        ("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
    ]

    init?(argument: String) {
        let unit = Self.units.first { argument.hasSuffix($0.suffix) } ?? (suffix: "", milliseconds: 1_000)
        guard let count = Int64(argument.dropLast(unit.suffix.count)), count >= 0,
            case let (milliseconds, overflow) = count.multipliedReportingOverflow(by: unit.milliseconds), !overflow
        else { return nil }
        duration = .milliseconds(milliseconds)
    }

    var defaultValueDescription: String { Figures.age(duration) }
}
