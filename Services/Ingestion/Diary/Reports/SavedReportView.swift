import FoodReports
import Foundation
import IngestionCore
import Quantities

/// A report that a person keeps, as a list shows it.
struct SavedReportView: Encodable, Sendable {
    let reportID: String
    let subject: FoodReport.Subject
    let date: CalendarDay
    let madeAt: Date

    init(_ report: SavedReport) {
        reportID = report.id.uuidString.lowercased()
        subject = report.subject
        date = report.day
        madeAt = report.madeAt
    }

    private enum CodingKeys: String, CodingKey {
        case subject, date, madeAt
        case reportID = "reportId"
    }
}
