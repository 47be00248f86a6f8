import EventContracts
import FoodReports
import Foundation
import Hexadecimal
import IngestionCore
import Nourishment
import Quantities

/// The data of a report: foods with figures, and goals.
///
/// Stored ones are sealed as (`report`, report id).
struct StoredReport: Codable, Sendable {
    /// One eaten food.
    struct Item: Codable, Sendable {
        /// The person's name for the food.
        let name: String?
        let item: MealItem
    }

    let subject: FoodReport.Subject
    /// The person's name for the meal.
    let name: String?
    let day: CalendarDay
    let items: [Item]
    let goals: GoalSettings?
    /// The daily values for nutrients without a goal; nil in reports from before the field existed.
    let label: LabelReference?

    init(
        subject: FoodReport.Subject, name: String?, day: CalendarDay, items: [Item], goals: GoalSettings?,
        label: LabelReference?
    ) {
        self.subject = subject
        self.name = name
        self.day = day
        self.items = items
        // The body measures behind the goals are not part of a report.
        var targets = goals
        targets?.basis = nil
        self.goals = targets
        self.label = label
    }

    private var targets: [DailyTarget] {
        label.map { (goals ?? GoalSettings()).dailyTargets(label: $0) } ?? goals?.dailyTargets ?? []
    }

    /// The report with an id.
    func report(id: UUID) -> FoodReport {
        FoodReport(
            id: id.text, subject: subject, name: name, day: day,
            items: items.map { $0.item.reported(as: $0.name) }, targets: targets,
            hidesNumbers: goals?.hidesNumbers ?? false)
    }
}

/// A stored report without its content.
struct SavedReport: Sendable {
    /// Maximum number of stored reports.
    static let maxPerAccount = 1_000

    let id: UUID
    let account: AccountID
    let subject: FoodReport.Subject
    let day: CalendarDay
    let madeAt: Date
}
