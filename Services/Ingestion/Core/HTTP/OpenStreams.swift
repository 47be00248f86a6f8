import EventContracts
import Synchronization

/// Limits the open event streams of each account, since each holds a connection.
package final class OpenStreams: Sendable {
    /// Maximum number of streams of one account at one gateway instance: a phone, a computer, a few tabs.
    package static let maxPerAccount = 8

    private let counts = Mutex<[AccountID: Int]>([:])

    package init() {}

    /// The permit of one stream; released when it is no longer referenced.
    package final class Ticket: Sendable {
        private let streams: OpenStreams
        private let account: AccountID

        fileprivate init(_ streams: OpenStreams, _ account: AccountID) {
            self.streams = streams
            self.account = account
        }

        deinit { streams.leave(account) }
    }

    /// A permit for another stream; nil if the account has the maximum number.
    package func open(for account: AccountID) -> Ticket? {
        let isAdmitted = counts.withLock { counts in
            guard counts[account, default: 0] < Self.maxPerAccount else { return false }
            counts[account, default: 0] += 1
            return true
        }
        return isAdmitted ? Ticket(self, account) : nil
    }

    private func leave(_ account: AccountID) {
        counts.withLock { counts in
            let left = counts[account, default: 1] - 1
            counts[account] = left > 0 ? left : nil
        }
    }
}
