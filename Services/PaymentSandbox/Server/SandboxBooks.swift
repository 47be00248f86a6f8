import Foundation
import SandboxBank
import ServiceRuntime
import Synchronization

/// The bank, one request at a time, written to its file before anybody is answered.
package final class SandboxBooks: Sendable {
    private let bank: Mutex<SandboxBank>
    private let file: URL?
    private let clock: any WallClock
    /// Rung when there are notices to be sent.
    let wakeSignal = WakeSignal()

    /// - Parameters:
    ///   - file: Where the bank is kept; in memory only without one.
    ///   - clock: The time of day.
    /// - Throws: When the file is there and cannot be read.
    package init(file: String?, clock: any WallClock) throws {
        self.file = file.map { URL(fileURLWithPath: $0) }
        self.clock = clock
        var bank = SandboxBank()
        if let file = self.file, FileManager.default.fileExists(atPath: file.path) {
            bank = try JSONDecoder().decode(SandboxBank.self, from: try Data(contentsOf: file))
        }
        self.bank = Mutex(bank)
    }

    /// Does something with the bank and keeps what became of it.
    ///
    /// - Throws: When it cannot be kept: nothing has happened then.
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

    /// What has moved, in minor units by currency.
    package var balances: [String: Int64] { bank.withLock { $0.balances } }

    /// The notices that wait to be sent; asking rings no wakeSignal, for it is asked whenever the wakeSignal rang.
    func takeNotices() -> [[UInt8]] { (try? change { bank, _ in bank.takeNotices() }) ?? [] }
}
