import Foundation
import Postgres
import ServiceRuntime

/// Drops the texts of deleted notices when their time is over.
package struct NoticeRetention: Sendable {
    /// How often to look.
    package static let interval = Duration.seconds(3_600)
    /// How long the text of a deleted notice is kept, in seconds: 30 days (DESIGN section 5).
    static let deletedTexts: TimeInterval = 30 * 86_400

    let notices: NoticeRepository
    let pool: PostgresPool
    let clock: any WallClock

    /// Drops what is due.
    ///
    /// - Throws: a `PostgresError`.
    package func run() async throws {
        try await notices.clear(deletedBefore: clock.now().addingTimeInterval(-Self.deletedTexts), on: pool)
    }
}
