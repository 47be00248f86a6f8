import Foundation

/// The kind of an announcement.
package enum AnnouncementKind: String, EventValue, CaseIterable {
    /// Release notes (NOT-13).
    case releaseNotes
    /// A service is disturbed or about to be maintained (NOT-15).
    case serviceDegraded
    /// The service works again.
    case serviceRestored
    /// The product ends: no new accounts, no renewals; what was paid for lasts to its end (NOT-12, BIL-17, OPS-15).
    case retirement
}

/// An announcement to everyone, delivered once per person; belongs to no person, and every copy of the event is the
/// same.
///
/// The gateway repeats it every hour until `endsAt`, so that a service that is added later receives it.
package struct AnnouncementMade: EventBody {
    package static let type = EventType("foodmagic.ingestion.announcement-made.v1")
    package static let topic = Topic.announcement

    package var announcementID: AnnouncementID
    package var kind: AnnouncementKind
    /// By language: `en`, `fr`, `es`, `zh`; all four are required.
    package var texts: [String: Words]
    package var madeAt: Date
    /// The announcement is not delivered after this time.
    package var endsAt: Date
    /// For `retirement`: when the product ends and accounts are erased.
    package var retiresAt: Date?
    /// Set when it was withdrawn: nothing more is delivered, and a retirement does not happen.
    package var withdrawnAt: Date?

    /// The text in one language.
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
