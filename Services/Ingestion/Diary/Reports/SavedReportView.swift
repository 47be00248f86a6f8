import FoodReports
import Foundation
import Hexadecimal
import IngestionCore
import Quantities

/// A stored report in a list.
struct SavedReportView: Encodable, Sendable {
    let reportID: String
    let subject: FoodReport.Subject
    let date: CalendarDay
    let madeAt: Date

    init(_ report: SavedReport) {
        reportID = report.id.text
        subject = report.subject
        date = report.day
        madeAt = report.madeAt
    }

    private enum CodingKeys: String, CodingKey {
        case subject, date, madeAt
        case reportID = "reportId"
    }
}
