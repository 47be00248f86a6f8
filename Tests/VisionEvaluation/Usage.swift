import Foundation

/// Resources used by this process so far.
enum Usage {
    /// Processor time, including helper programs.
    static var cpuSeconds: Double {
        [RUSAGE_SELF, RUSAGE_CHILDREN].map(usage).reduce(0) { sum, usage in
            [usage.ru_utime, usage.ru_stime].reduce(sum) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1_000_000 }
        }
    }

    /// Peak memory; `ru_maxrss` would start with that of the parent process.
    static var peakMegabytes: Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }?.split(whereSeparator: \.isWhitespace)
        return (peak.flatMap { Int($0[1]) } ?? 0) / 1_024
    }

    private static func usage(_ whose: __rusage_who) -> rusage {
        var usage = rusage()
        getrusage(__rusage_who_t(truncatingIfNeeded: whose.rawValue), &usage)
        return usage
    }
}

/// Memory of this process.
enum Memory {
    /// Current value, in megabytes.
    static func now() -> Int {
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
            .split(separator: " ").dropFirst().first.flatMap { Int($0) }
        return (pages ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
    }
}
