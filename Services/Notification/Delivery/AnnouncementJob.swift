import EventContracts
import Foundation
import Messaging
import Postgres

/// Sends announcements to every account (NOT-12, NOT-13, NOT-15), once each, in batches.
///
/// The progress is stored with the notices of each batch, so that another instance continues after a crash. It pauses
/// between batches, so that urgent work does not wait.
struct AnnouncementJob: Sendable {
    /// Polling interval.
    static let interval = Duration.seconds(1)
    /// Number of people per transaction.
    static let batch = 200
    /// Pause between two batches.
    static let rest = Duration.milliseconds(100)

    let database: MessagingDatabase
    let inboxWriter: InboxWriter

    /// Continues until everyone has been notified.
    ///
    /// - Throws: A `PostgresError`, a temporary `SealingError`.
    func run() async throws {
        while try await announceBatch() { try await Task.sleep(for: Self.rest) }
    }

    /// Notifies the next people.
    ///
    /// - Returns: Whether there was anything to do.
    func announceBatch() async throws -> Bool {
        try await database.write(.request(correlationID: UUID())) { transaction in
            let now = try transaction.eventTime()
            guard let open = try await AnnouncementRepository.open(at: now, in: transaction) else { return false }
            let people = try await AccountRepository.page(after: open.upTo, limit: Self.batch, in: transaction)
            let notices = people.compactMap { person -> (entry: NoticeEntry, text: NoticeText)? in
                let language = NoticeLanguage(locale: person.locale)
                guard let words = open.texts[language.rawValue] ?? open.texts[NoticeLanguage.english.rawValue] else {
                    return nil
                }
                return (
                    NoticeEntry(Self.kind(of: open.kind), of: person.account, cause: open.id.description),
                    NoticeText(title: words.title, body: words.body, language: language.rawValue)
                )
            }
            try await inboxWriter.putNew(notices, in: transaction)
            try AnnouncementRepository.advance(
                upTo: people.last?.account, open.id, isDone: people.count < Self.batch, at: now, in: transaction)
            return true
        }
    }

    private static func kind(of kind: AnnouncementKind) -> NoticeKind {
        switch kind {
        case .releaseNotes: .releaseNotes
        case .serviceDegraded, .serviceRestored: .serviceDegraded
        case .retirement: .retirement
        }
    }
}
