import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Postgres
import ServiceRuntime

/// Public announcements: news, incidents, the end of the product (NOT-12, NOT-13, NOT-15).
struct AnnouncementEndpoints: Sendable {
    let database: PostgresPool
    let clock: any WallClock

    private struct Page: Encodable {
        let items: [View]
    }

    private struct View: Encodable {
        let id: AnnouncementID
        let kind: AnnouncementKind
        let texts: [String: AnnouncementMade.Words]
        let madeAt: Date
        let endsAt: Date
        let retiresAt: Date?

        init(_ announcement: AnnouncementMade) {
            id = announcement.announcementID
            kind = announcement.kind
            texts = announcement.texts
            madeAt = announcement.madeAt
            endsAt = announcement.endsAt
            retiresAt = announcement.retiresAt
        }
    }

    func list() async throws -> Answer {
        let standing = try await AnnouncementRepository.standing(at: clock.now(), in: database)
        var headers = HTTPFields()
        headers[.cacheControl] = "public, max-age=30"
        return try .json(.ok, Page(items: standing.map(View.init)), headers: headers)
    }
}
