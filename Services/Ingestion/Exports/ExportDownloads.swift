import EventContracts
import Synchronization

/// Counts the exports that are being fetched from this copy: each reads, opens and packs for as long as it takes.
package final class ExportDownloads: Sendable {
    /// Most of all accounts at one copy.
    package static let most = 4
    /// When to come again.
    static let retryAfter = Duration.seconds(30)

    private let accounts = Mutex<Set<AccountID>>([])

    package init() {}

    /// The place of one download; given back when nothing holds it any more.
    package final class Ticket: Sendable {
        private let downloads: ExportDownloads
        private let account: AccountID

        fileprivate init(_ downloads: ExportDownloads, _ account: AccountID) {
            self.downloads = downloads
            self.account = account
        }

        deinit { _ = downloads.accounts.withLock { $0.remove(account) } }
    }

    /// A place; nil when the account has one already, or all are taken.
    package func begin(for account: AccountID) -> Ticket? {
        let isAdmitted = accounts.withLock { accounts in
            guard accounts.count < Self.most else { return false }
            return accounts.insert(account).inserted
        }
        return isAdmitted ? Ticket(self, account) : nil
    }
}
