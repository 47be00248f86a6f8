import Foundation
import Sealing

/// Command: export all data of a person; every service answers with its part (GW-22, PIPEDA principle 4.9).
package struct ExportRequested: PersonalEventBody {
    package static let type = EventType("foodmagic.ingestion.export-requested.v1")
    package static let topic = Topic.account

    package var accountID: AccountID
    package var exportID: ExportID
    package var requestedAt: Date
    /// The gateway waits for answers until this time.
    package var expiresAt: Date

    package init(accountID: AccountID, exportID: ExportID, requestedAt: Date, expiresAt: Date) {
        self.accountID = accountID
        self.exportID = exportID
        self.requestedAt = requestedAt
        self.expiresAt = expiresAt
    }
}

/// An export is ready for download.
package struct ExportReady: PersonalEventBody {
    package static let type = EventType("foodmagic.ingestion.export-ready.v1")
    package static let topic = Topic.account

    package var accountID: AccountID
    package var exportID: ExportID
    package var readyAt: Date
    /// End of the download period.
    package var expiresAt: Date

    package init(accountID: AccountID, exportID: ExportID, readyAt: Date, expiresAt: Date) {
        self.accountID = accountID
        self.exportID = exportID
        self.readyAt = readyAt
        self.expiresAt = expiresAt
    }
}

/// Rows of one table of a service, decrypted; sealed as (`export.rows`, export).
package struct ExportedRows: Codable, Sendable, Equatable {
    package var table: String
    /// One JSON object per line: columns by name, sealed values decrypted.
    package var lines: String

    package init(table: String, lines: String) {
        self.table = table
        self.lines = lines
    }
}

/// A service that answers an `ExportRequested`.
package protocol ExportingService: Sendable {
    /// As in `Topic.services`.
    static var name: String { get }
}

/// Part of a service's data about a person; parts are numbered from 1 to `parts`.
///
/// A service without data sends one part without rows. A part may be sent again with the same content.
package struct DataExported<Service: ExportingService>: PersonalEventBody {
    package static var type: EventType { EventType("foodmagic.\(Service.name).data-exported.v1") }
    package static var topic: Topic { Topic.outcome(of: Service.name) }

    package var accountID: AccountID
    package var exportID: ExportID
    package var part: Int
    package var parts: Int
    /// Sealed as (`export.rows`, export); nil without data.
    package var content: Sealed<ExportedRows>?

    /// Maximum size of `ExportedRows.lines` in one part, in bytes, so that an event stays well below the broker's
    /// limit.
    package static var maxBytes: Int { 256 * 1024 }

    package init(accountID: AccountID, exportID: ExportID, part: Int, parts: Int, content: Sealed<ExportedRows>?) {
        self.accountID = accountID
        self.exportID = exportID
        self.part = part
        self.parts = parts
        self.content = content
    }
}

/// The services beside the gateway that keep personal data.
package enum Exporting {
    package enum Vision: ExportingService { package static let name = "vision" }
    package enum Nutrition: ExportingService { package static let name = "nutrition" }
    package enum Allergen: ExportingService { package static let name = "allergen" }
    package enum Notification: ExportingService { package static let name = "notification" }
    package enum Spending: ExportingService { package static let name = "spending" }
    package enum Billing: ExportingService { package static let name = "billing" }
}

package typealias VisionDataExported = DataExported<Exporting.Vision>
package typealias NutritionDataExported = DataExported<Exporting.Nutrition>
package typealias AllergenDataExported = DataExported<Exporting.Allergen>
package typealias NotificationDataExported = DataExported<Exporting.Notification>
package typealias SpendingDataExported = DataExported<Exporting.Spending>
package typealias BillingDataExported = DataExported<Exporting.Billing>
