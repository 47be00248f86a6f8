import Foundation

/// The process's own figures, under the names that Prometheus' client libraries use.
package enum ProcessMetrics {
    /// Adds memory, processor time, open files and start time to a registry.
    ///
    /// - Parameters:
    ///   - registry: Prints them.
    ///   - startedAt: When the process started.
    package static func register(in registry: MetricsRegistry, startedAt: Date) {
        registry.gauge("process_resident_memory_bytes", help: "Resident memory size in bytes.") {
            samples(residentMemoryBytes())
        }
        registry.counter("process_cpu_seconds_total", help: "Processor time used, in seconds.") {
            samples(processorSeconds())
        }
        registry.gauge("process_open_fds", help: "Open file descriptors.") { samples(openFiles()) }
        registry.gauge("process_start_time_seconds", help: "Start of the process since the epoch, in seconds.") {
            [MetricsRegistry.Sample(startedAt.timeIntervalSince1970)]
        }
    }

    private static func samples(_ value: Double?) -> [MetricsRegistry.Sample] {
        value.map { [MetricsRegistry.Sample($0)] } ?? []
    }

    /// Resident memory from the second field of `/proc/self/statm`, in pages; nil if there is no such file.
    static func residentMemoryBytes() -> Double? {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
        let fields = text.split(separator: " ")
        guard fields.count > 1, let pages = Double(fields[1]) else { return nil }
        return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
    }

    private static func processorSeconds() -> Double? {
        var usage = rusage()
        guard getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { return nil }
        let microseconds = Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)
        return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + microseconds / 1_000_000
    }

    private static func openFiles() -> Double? {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")).map { Double($0.count) }
    }
}
