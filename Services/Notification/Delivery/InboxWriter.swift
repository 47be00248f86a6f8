import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing

/// Writes notices into inboxes, in each person's language: one per cause, updated if its content changes.
package struct InboxWriter: Sendable {
    let texts: NoticeTexts
    let sealer: Sealer

    /// Reads the existing notices of several causes in advance.
    func readAhead(_ entries: [NoticeEntry]) -> [AheadQuery] {
        [NoticeRepository.readAhead(entries.map(\.id)), AccountRepository.readAhead(entries.map(\.account))]
    }

    /// Whether a notice about a cause exists or existed.
    func isKnown(_ entry: NoticeEntry, in transaction: borrowing Transaction) async throws -> Bool {
        try await NoticeRepository.lockRecord(entry.id, of: entry.account, in: transaction) != nil
    }

    /// A person's language and formats.
    func voice(of account: AccountID, in transaction: borrowing Transaction) async throws -> NoticeLocale {
        let person = try await AccountRepository.find(account, in: transaction)
        return NoticeLocale(texts: texts, locale: person?.locale, timeZone: person?.timeZone)
    }

    /// Creates a notice, or updates it if its content changed.
    ///
    /// - Parameters:
    ///   - entry: The inbox entry.
    ///   - timeout: Seconds until an unseen notice is delivered outside the inbox.
    ///   - transaction: The transaction of the event.
    ///   - write: Writes its text.
    /// - Throws: A `PostgresError`, a `SealingError`.
    func put(
        _ entry: NoticeEntry, after timeout: TimeInterval = 0, in transaction: borrowing Transaction,
        _ write: (NoticeLocale) async throws -> NoticeText
    ) async throws {
        try await put(entry, after: timeout, in: transaction) { voice, _ in try await write(voice) }
    }

    /// Creates or updates a notice, with text that marks a correction of an earlier notice.
    func put(
        _ entry: NoticeEntry, after timeout: TimeInterval = 0, in transaction: borrowing Transaction,
        _ write: (NoticeLocale, _ isCorrection: Bool) async throws -> NoticeText
    ) async throws {
        let record = try await NoticeRepository.lockRecord(entry.id, of: entry.account, in: transaction)
        let now = try transaction.eventTime()
        let step = NoticeRecord.step(
            from: record, causeVersion: entry.version, causeState: entry.state, isRecheck: entry.isRecheck)
        let notice: Notice, isNews: Bool
        switch step {
        case .ignore:
            return
        case .create:
            let text = try await write(try await voice(of: entry.account, in: transaction), false)
            notice = entry.notice(try await sealed(text, entry), createdAt: now)
            isNews = true
            try transaction.append(NoticeCreated(notice: notice), key: entry.account, subject: entry.id)
        case .change(let version, let isCorrection, let readAt, let deletedAt):
            guard isCorrection || entry.followsVersions else { return }
            let locale = try await voice(of: entry.account, in: transaction),
                text = try await write(locale, isCorrection)
            if !isCorrection, try await isShown([text, try await write(locale, true)], entry, in: transaction) {
                return
            }
            notice = entry.notice(
                try await sealed(text, entry), version: version, createdAt: record?.createdAt ?? now, readAt: readAt,
                deletedAt: deletedAt)
            isNews = isCorrection && !entry.isRecheck
            try transaction.append(NoticeChanged(notice: notice), key: entry.account, subject: entry.id)
        }
        try NoticeRepository.save(notice, causeVersion: entry.version, causeState: entry.state, in: transaction)
        if isNews { try DueDeliveryRepository.note(notice, at: now + timeout, in: transaction) }
    }

    /// Adds the first notices of many causes; existing notices are unchanged, and erased people are skipped.
    ///
    /// - Returns: The number of new notices.
    /// - Throws: A `PostgresError`, a temporary `SealingError`.
    @discardableResult
    func putNew(
        _ entries: [(entry: NoticeEntry, text: NoticeText)], in transaction: borrowing Transaction
    ) async throws -> Int {
        let now = try transaction.eventTime()
        let written = try await written(entries, at: now)
        let added = try await NoticeRepository.add(written, in: transaction)
        let new = written.filter { added.contains($0.noticeID) }
        try await DueDeliveryRepository.note(new: new, at: now, in: transaction)
        for notice in new {
            try transaction.append(NoticeCreated(notice: notice), key: notice.accountID, subject: notice.noticeID)
        }
        return new.count
    }

    /// Maximum number of keys requested at the same time.
    private static let maxConcurrentKeys = 8

    /// Notices with sealed words, in the order of the entries, without those of erased accounts.
    private func written(
        _ entries: [(entry: NoticeEntry, text: NoticeText)], at now: Date
    ) async throws -> [Notice] {
        try await withThrowingTaskGroup(of: (Int, Notice?).self) { group in
            var written: [(place: Int, notice: Notice?)] = []
            for (place, (entry, text)) in entries.enumerated() {
                if place >= Self.maxConcurrentKeys, let done = try await group.next() { written.append(done) }
                group.addTask {
                    do throws(SealingError) {
                        let sealed = try await sealer.seal(text, .noticeText(entry.id, of: entry.account))
                        return (place, entry.notice(sealed, createdAt: now))
                    } catch {
                        if error.isRetryable { throw error }
                        return (place, nil)
                    }
                }
            }
            for try await done in group { written.append(done) }
            return written.sorted { $0.place < $1.place }.compactMap(\.notice)
        }
    }

    /// Whether the inbox already shows one of these texts, because a new version of the cause may not change its text.
    private func isShown(
        _ texts: [NoticeText], _ entry: NoticeEntry, in transaction: borrowing Transaction
    ) async throws -> Bool {
        let shown = try await NoticeRepository.lockLying(entry.id, of: entry.account, in: transaction)
        guard let shown else { return false }
        return texts.contains(try await sealer.open(shown.text, .noticeText(entry.id, of: entry.account)))
    }

    private func sealed(_ text: NoticeText, _ entry: NoticeEntry) async throws -> Sealed<NoticeText> {
        try await sealer.seal(text, .noticeText(entry.id, of: entry.account))
    }
}
