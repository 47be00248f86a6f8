import EventContracts
import IngestionCore
import ServiceRuntime
import Synchronization

/// Counts the exports that are being fetched from this copy: each reads, opens and packs for as long as it takes.
///
/// A client that reads slowly keeps its download until another account wants to begin one.
package final class ExportDownloads: Sendable {
    /// Most of all accounts at one copy.
    package static let most = 4
    /// Least rate of a client while others wait.
    package static let minBytesPerSecond = 64 << 10
    /// When to come again.
    static let retryAfter = Duration.seconds(30)

    private let grace: Duration
    private let tickets = Mutex<[AccountID: Progress]>([:])

    /// No downloads yet; `grace` is how long a client's rate is not judged.
    package init(grace: Duration = .seconds(5)) {
        self.grace = grace
    }

    /// How a client reads.
    fileprivate final class Progress: Sendable {
        struct State {
            var sentBytes = 0
            /// How long the client has stalled, without the current stall.
            var waited = Duration.zero
            var waitingSince: ContinuousClock.Instant?
            var onRevoke: @Sendable () -> Void = {}
        }

        let state = Mutex(State())

        /// How far the client is behind, in seconds; nil when it is not slow.
        func lateness(at now: ContinuousClock.Instant, grace: Duration) -> Double? {
            state.withLock { state in
                let waited = state.waited + (state.waitingSince.map { now - $0 } ?? .zero)
                let due = Double(state.sentBytes) / Double(ExportDownloads.minBytesPerSecond)
                return waited > grace && waited.timeInterval > due ? waited.timeInterval - due : nil
            }
        }
    }

    /// One download; it ends when nothing holds it any more.
    package final class Ticket: Sendable {
        private let downloads: ExportDownloads
        private let account: AccountID
        private let progress: Progress

        fileprivate init(_ downloads: ExportDownloads, _ account: AccountID, _ progress: Progress) {
            self.downloads = downloads
            self.account = account
            self.progress = progress
        }

        deinit { downloads.end(account, progress) }

        /// What to do when the client is too slow for those who wait.
        package func onRevoke(_ action: @escaping @Sendable () -> Void) {
            progress.state.withLock { $0.onRevoke = action }
        }

        /// Sends bytes, however long the client takes to read them.
        ///
        /// - Throws: What `work` throws.
        package func send(_ bytes: Int, _ work: () async throws -> Void) async throws {
            progress.state.withLock { $0.waitingSince = .now }
            defer {
                progress.state.withLock { state in
                    state.waited += state.waitingSince.map { ContinuousClock.now - $0 } ?? .zero
                    state.waitingSince = nil
                }
            }
            try await work()
            progress.state.withLock { $0.sentBytes += bytes }
        }
    }

    /// A download; nil when the account has one already, or all are taken by clients that read.
    package func begin(for account: AccountID) -> Ticket? {
        let progress = Progress(), now = ContinuousClock.now
        let (isAdmitted, revoked): (Bool, Progress?) = tickets.withLock { tickets in
            guard tickets[account] == nil else { return (false, nil) }
            var revoked: Progress?
            if tickets.count >= Self.most {
                let slow = tickets.compactMap { key, ticket in
                    ticket.lateness(at: now, grace: grace).map { (key: key, lateness: $0) }
                }
                guard let slowest = slow.max(by: { $0.lateness < $1.lateness }) else { return (false, nil) }
                revoked = tickets.removeValue(forKey: slowest.key)
            }
            tickets[account] = progress
            return (true, revoked)
        }
        revoked?.state.withLock(\.onRevoke)()
        return isAdmitted ? Ticket(self, account, progress) : nil
    }

    private func end(_ account: AccountID, _ progress: Progress) {
        tickets.withLock { if $0[account] === progress { $0[account] = nil } }
    }
}
