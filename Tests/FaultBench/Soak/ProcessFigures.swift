import Foundation
import TestSupport

/// The resources used by a process, as the kernel counts them.
struct ProcessFigures: Sendable {
    let residentBytes: Int
    /// Peak memory, in bytes.
    let peakBytes: Int
    let threads: Int
    let descriptors: Int

    /// Reads the figures of a running service; nil if it does not run.
    init?(of service: ServiceProcess) {
        guard let process = service.processID else { return nil }
        self.init(of: process)
    }

    /// Resets the kernel's peak value.
    static func forgetPeak(of service: ServiceProcess) {
        guard let process = service.processID else { return }
        try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/\(process)/clear_refs"))
    }

    init?(of process: Int32) {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) else { return nil }
        var values: [Substring: Int] = [:]
        for line in status.split(separator: "\n") {
            let parts = line.split(whereSeparator: { $0 == ":" || $0.isWhitespace })
            if parts.count >= 2 { values[parts[0]] = Int(parts[1]) }
        }
        let descriptors = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd")
        guard let resident = values["VmRSS"], let peak = values["VmHWM"], let threads = values["Threads"],
            let descriptors
        else { return nil }
        residentBytes = resident * 1_024
        peakBytes = peak * 1_024
        self.threads = threads
        self.descriptors = descriptors.count
    }
}
