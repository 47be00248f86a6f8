import Foundation

/// What stands in the inbox about one cause, as far as the next version of that cause needs to know.
package struct NoticeRecord: Sendable, Equatable {
    package let version: Int64
    /// The newest version of the cause that was taken in.
    package let causeVersion: Int64
    /// What the person was told of the cause in one word, such as a verdict.
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

    /// What becomes of the inbox when a version of the cause arrives.
    package enum Step: Sendable, Equatable {
        /// The version is not newer than what is known.
        case ignore
        case create
        /// The notice is written anew; another state makes it unread, and brings it back when it was deleted: whoever
        /// put an answer aside must hear that it no longer holds.
        case change(version: Int64, isCorrection: Bool, readAt: Date?, deletedAt: Date?)
    }

    /// Decides what a version of the cause does to the notice about it, if there is one.
    ///
    /// When it comes of checking an old cause again, an alert of its own tells what is new: the notice is put right in
    /// silence if its state changed, and makes no news.
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
