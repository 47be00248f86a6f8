import Foundation
import Sealing

/// Order: a person wants everything that is kept of them; every service says what it keeps (GW-22, PIPEDA principle 4.9).
package struct ExportRequested: PersonalEventBody {
    package static let type = EventType("foodmagic.ingestion.export-requested.v1")
    package static let topic = Topic.account

    package var accountID: AccountID
    package var exportID: ExportID
    package var requestedAt: Date
    /// After this nobody waits for an answer any more.
    package var expiresAt: Date

    package init(accountID: AccountID, exportID: ExportID, requestedAt: Date, expiresAt: Date) {
        self.accountID = accountID
        self.exportID = exportID
        self.requestedAt = requestedAt
        self.expiresAt = expiresAt
    }
}

/// An export can be fetched.
package struct ExportReady: PersonalEventBody {
    package static let type = EventType("foodmagic.ingestion.export-ready.v1")
    package static let topic = Topic.account

    package var accountID: AccountID
    package var exportID: ExportID
    package var readyAt: Date
    /// Until when it can be fetched.
    package var expiresAt: Date

    package init(accountID: AccountID, exportID: ExportID, readyAt: Date, expiresAt: Date) {
        self.accountID = accountID
        self.exportID = exportID
        self.readyAt = readyAt
        self.expiresAt = expiresAt
    }
}

/// Rows of one table as a service keeps them, opened; sealed as (`export.rows`, export).
package struct ExportedRows: Codable, Sendable, Equatable {
    package var table: String
    /// One JSON object a line: columns by name, what was sealed in the clear.
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

/// A part of what a service keeps of a person; the parts of one export are numbered from 1, and `parts` of them are all.
///
/// A service that keeps nothing says so with one part without rows. The same part may come again, and is the same then.
package struct DataExported<Service: ExportingService>: PersonalEventBody {
    package static var type: EventType { EventType("foodmagic.\(Service.name).data-exported.v1") }
    package static var topic: Topic { Topic.outcome(of: Service.name) }

    package var accountID: AccountID
    package var exportID: ExportID
    package var part: Int
    package var parts: Int
    /// Sealed as (`export.rows`, export); nil where there is nothing.
    package var content: Sealed<ExportedRows>?

    /// Most bytes of `ExportedRows.lines` in one part, so that an event stays well below what a broker takes.
    package static var maxBytes: Int { 256 * 1024 }

    package init(accountID: AccountID, exportID: ExportID, part: Int, parts: Int, content: Sealed<ExportedRows>?) {
        self.accountID = accountID
        self.exportID = exportID
        self.part = part
        self.parts = parts
        self.content = content
    }
}

/// The services that keep something of people beside the gateway.
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
