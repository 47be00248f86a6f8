import Foundation

/// What everybody is told.
package enum AnnouncementKind: String, EventValue, CaseIterable {
    /// What is new (NOT-13).
    case releaseNotes
    /// Something does not work, or is about to be worked on (NOT-15).
    case serviceDegraded
    /// It works again.
    case serviceRestored
    /// The product ends: no new accounts, no renewals, what was paid for is kept to its end (NOT-12, BIL-17, OPS-15).
    case retirement
}

/// Something that every person is told, each once; nobody's own, and the same in every copy of the event.
///
/// The gateway says it again every hour until `endsAt`, so that a service that comes later hears of it.
package struct AnnouncementMade: EventBody {
    package static let type = EventType("foodmagic.ingestion.announcement-made.v1")
    package static let topic = Topic.announcement

    package var announcementID: AnnouncementID
    package var kind: AnnouncementKind
    /// By language: `en`, `fr`, `es`, `zh`; all four are there.
    package var texts: [String: Words]
    package var madeAt: Date
    /// Whom it comes too late for after this is not told.
    package var endsAt: Date
    /// Of `retirement`: when the product ends, and accounts are erased.
    package var retiresAt: Date?
    /// Set when it was taken back: nobody else is told, and a retirement does not happen.
    package var withdrawnAt: Date?

    /// What is said, in one language.
    package struct Words: Codable, Sendable, Equatable {
        package var title: String
        package var body: String

        package init(title: String, body: String) {
            self.title = title
            self.body = body
        }
    }

    package init(
        announcementID: AnnouncementID, kind: AnnouncementKind, texts: [String: Words], madeAt: Date, endsAt: Date,
        retiresAt: Date? = nil, withdrawnAt: Date? = nil
    ) {
        self.announcementID = announcementID
        self.kind = kind
        self.texts = texts
        self.madeAt = madeAt
        self.endsAt = endsAt
        self.retiresAt = retiresAt
        self.withdrawnAt = withdrawnAt
    }
}
