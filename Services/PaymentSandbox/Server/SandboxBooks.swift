import Foundation
import SandboxBank
import ServiceRuntime
import Synchronization

/// Executes requests to the bank one at a time, and writes the bank to its file before each answer.
package final class SandboxBooks: Sendable {
    private let bank: Mutex<SandboxBank>
    private let file: URL?
    private let clock: any WallClock
    /// Signaled when there are notices to be sent.
    let wakeSignal = WakeSignal()

    /// - Parameters:
    ///   - file: The bank's file; nil keeps it in memory only.
    ///   - clock: The time of day.
    /// - Throws: If the file exists and cannot be read.
    package init(file: String?, clock: any WallClock) throws {
        self.file = file.map { URL(fileURLWithPath: $0) }
        self.clock = clock
        var bank = SandboxBank()
        if let file = self.file, FileManager.default.fileExists(atPath: file.path) {
            bank = try JSONDecoder().decode(SandboxBank.self, from: try Data(contentsOf: file))
        }
        self.bank = Mutex(bank)
    }

    /// Changes the bank and stores the result.
    ///
    /// - Throws: If the result cannot be stored; the bank is unchanged then.
    package func with<Result: Sendable>(
        _ body: @Sendable (inout SandboxBank, Date) -> sending Result
    ) throws -> Result {
        defer { wakeSignal.signal() }
        return try change(body)
    }

    private func change<Result: Sendable>(
        _ body: @Sendable (inout SandboxBank, Date) -> sending Result
    ) throws -> Result {
        let now = clock.now()
        return try bank.withLock { bank in
            var changed = bank
            let result = body(&changed, now)
            if changed != bank, let file { try JSONEncoder().encode(changed).write(to: file, options: .atomic) }
            bank = changed
            return result
        }
    }

    /// Moved money, in minor units by currency.
    package var balances: [String: Int64] { bank.withLock { $0.balances } }

    /// Returns and removes the notices to be sent; does not signal `wakeSignal`, because it is called after each
    /// signal.
    func takeNotices() -> [[UInt8]] { (try? change { bank, _ in bank.takeNotices() }) ?? [] }
}
