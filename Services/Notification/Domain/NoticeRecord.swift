import Foundation

/// The stored state of the notice about one cause, which decides the effect of the cause's next version.
package struct NoticeRecord: Sendable, Equatable {
    package let version: Int64
    /// The newest processed version of the cause.
    package let causeVersion: Int64
    /// The state of the cause in the last notice, such as a verdict.
    package let causeState: String
    package let createdAt: Date
    package let readAt: Date?
    package let deletedAt: Date?

    package init(
        version: Int64, causeVersion: Int64, causeState: String, createdAt: Date, readAt: Date?, deletedAt: Date?
    ) {
        self.version = version
        self.causeVersion = causeVersion
        self.causeState = causeState
        self.createdAt = createdAt
        self.readAt = readAt
        self.deletedAt = deletedAt
    }

    /// The change of the inbox for a version of the cause.
    package enum Step: Sendable, Equatable {
        /// The version is not newer than the stored one.
        case ignore
        case create
        /// The notice is updated; a new state makes it unread, and restores it if it was deleted, because a dismissed
        /// result may no longer be true.
        case change(version: Int64, isCorrection: Bool, readAt: Date?, deletedAt: Date?)
    }

    /// Decides the effect of a cause's version on its notice.
    ///
    /// After a recheck of an old cause, a separate alert reports new findings, so the notice is updated without
    /// becoming unread.
    package static func step(
        from record: NoticeRecord?, causeVersion: Int64, causeState: String, isRecheck: Bool
    ) -> Step {
        guard let record else { return isRecheck ? .ignore : .create }
        guard causeVersion > record.causeVersion else { return .ignore }
        let isCorrection = causeState != record.causeState
        if isRecheck, !isCorrection || record.deletedAt != nil { return .ignore }
        let isNews = isCorrection && !isRecheck
        return .change(
            version: record.version + 1, isCorrection: isCorrection, readAt: isNews ? nil : record.readAt,
            deletedAt: isNews ? nil : record.deletedAt)
    }
}
