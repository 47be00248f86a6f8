import Foundation

/// Formats durations and sizes for people.
enum Figures {
    /// A duration such as `850 ms`, `12.4 s`, `3 min 20 s`, `5 h 12 min`, `3 d 4 h`.
    static func age(_ duration: Duration) -> String {
        let seconds = duration / .seconds(1)
        switch seconds {
        case ..<1: return "\(Int(seconds * 1_000)) ms"
        case ..<60: return String(format: "%.1f s", seconds)
        case ..<3_600: return "\(Int(seconds) / 60) min \(Int(seconds) % 60) s"
        case ..<86_400: return "\(Int(seconds) / 3_600) h \(Int(seconds) % 3_600 / 60) min"
        default: return "\(Int(seconds) / 86_400) d \(Int(seconds) % 86_400 / 3_600) h"
        }
    }

    /// Milliseconds with one decimal, three significant digits from 100 on.
    static func milliseconds(_ duration: Duration) -> String {
        let value = duration / .milliseconds(1)
        return String(format: value < 100 ? "%.1f ms" : "%.0f ms", value)
    }

    /// A size such as `312 B`, `4.2 KiB`, `1.5 MiB`.
    static func bytes(_ count: Int) -> String {
        switch count {
        case ..<1_024: "\(count) B"
        case ..<1_048_576: String(format: "%.1f KiB", Double(count) / 1_024)
        default: String(format: "%.1f MiB", Double(count) / 1_048_576)
        }
    }
}
