import EventContracts
import IngestionCore
import ServiceRuntime
import Synchronization

/// Limits the running downloads of exports at this instance: each occupies memory for as long as it runs.
///
/// A client that reads slowly keeps its download until another account wants to begin one.
package final class ExportDownloads: Sendable {
    /// Maximum number of downloads at one instance, over all accounts.
    package static let maxDownloads = 4
    /// Minimum rate of a client while others wait, in bytes per second.
    package static let minBytesPerSecond = 64 << 10
    /// `Retry-After` while all downloads are in use.
    static let retryAfter = Duration.seconds(30)

    private let grace: Duration
    private let tickets = Mutex<[AccountID: Progress]>([:])

    /// An empty set of downloads; `grace` is how long a client's rate is not checked.
    package init(grace: Duration = .seconds(5)) {
        self.grace = grace
    }

    /// The progress of a client.
    fileprivate final class Progress: Sendable {
        struct State {
            var sentBytes = 0
            /// Total time that the client has stalled, without the current stall.
            var waited = Duration.zero
            var waitingSince: ContinuousClock.Instant?
            var onRevoke: @Sendable () -> Void = {}
        }

        let state = Mutex(State())

        /// How far the client is behind the minimum rate, in seconds; nil if it is fast enough.
        func lateness(at now: ContinuousClock.Instant, grace: Duration) -> Double? {
            state.withLock { state in
                let waited = state.waited + (state.waitingSince.map { now - $0 } ?? .zero)
                let due = Double(state.sentBytes) / Double(ExportDownloads.minBytesPerSecond)
                return waited > grace && waited.timeInterval > due ? waited.timeInterval - due : nil
            }
        }
    }

    /// The permit of one download; released when it is no longer referenced.
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

        /// Sets the action for a client that is too slow while others wait.
        package func onRevoke(_ action: @escaping @Sendable () -> Void) {
            progress.state.withLock { $0.onRevoke = action }
        }

        /// Sends bytes, however long the client takes to read them.
        ///
        /// - Throws: The error of `work`.
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

    /// A permit; nil if the account already has one, or all others belong to clients that read fast enough.
    package func begin(for account: AccountID) -> Ticket? {
        let progress = Progress(), now = ContinuousClock.now
        let (isAdmitted, revoked): (Bool, Progress?) = tickets.withLock { tickets in
            guard tickets[account] == nil else { return (false, nil) }
            var revoked: Progress?
            if tickets.count >= Self.maxDownloads {
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
