import Foundation
import Synchronization
import TestPeers
import TestSupport

/// Counts the events that services skipped for their unknown type, read from each process before it ends.
final class SkippedEvents: Sendable {
    private static let metric = "foodmagic_inbox_unknown_total"
    private let sum = Mutex(0)

    /// The sum over all processes.
    var count: Int { sum.withLock { $0 } }

    /// Adds the number of a process; 0 if it does not answer.
    func take(from process: ServiceProcess) async {
        guard let answer = try? await TestHTTPClient(port: process.healthPort).get("/metrics") else { return }
        let values = answer.text.split(separator: "\n").filter { $0.hasPrefix(Self.metric) }
            .compactMap { $0.split(separator: " ").last.flatMap { Double($0) } }
        sum.withLock { $0 += Int(values.reduce(0, +)) }
    }
}
