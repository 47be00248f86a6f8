import EventContracts
import Foundation
import Messaging
import Postgres

/// The end of the product, as announced by the gateway (BIL-17).
package enum RetirementRepository {
    /// Stores an announcement; a withdrawn one stays withdrawn.
    static func keep(_ announcement: AnnouncementMade, in transaction: borrowing Transaction) async throws {
        try await transaction.execute(
            """
            INSERT INTO retirements AS known (announcement_id, retires_at, withdrawn_at)
            VALUES (
                \(announcement.announcementID.uuid), \(announcement.retiresAt), \(announcement.withdrawnAt))
            ON CONFLICT (announcement_id) DO UPDATE SET
                retires_at = EXCLUDED.retires_at,
                withdrawn_at = COALESCE(known.withdrawn_at, EXCLUDED.withdrawn_at)
            WHERE (known.retires_at, known.withdrawn_at)
                IS DISTINCT FROM (EXCLUDED.retires_at, COALESCE(known.withdrawn_at, EXCLUDED.withdrawn_at))
            """)
    }

    /// Whether a retirement was announced and not withdrawn.
    static func stands(in transaction: borrowing Transaction) async throws -> Bool {
        try await !transaction.query("SELECT true FROM retirements WHERE withdrawn_at IS NULL LIMIT 1").isEmpty
    }
}
