import Foundation
import Synchronization
import TestSupport

/// How many events services skipped because they did not know their type; asked of each process before it ends.
final class SkippedEvents: Sendable {
    private static let metric = "foodmagic_inbox_unknown_total"
    private let sum = Mutex(0)

    /// Of all processes asked.
    var count: Int { sum.withLock { $0 } }

    /// Asks a process; one that does not answer adds nothing.
    func take(from process: ServiceProcess) async {
        guard let answer = try? await TestHTTPClient(port: process.healthPort).get("/metrics") else { return }
        let values = answer.text.split(separator: "\n").filter { $0.hasPrefix(Self.metric) }
            .compactMap { $0.split(separator: " ").last.flatMap { Double($0) } }
        sum.withLock { $0 += Int(values.reduce(0, +)) }
    }
}
