import EventContracts
import FoodReports
import Foundation
import IngestionCore
import Nourishment
import Quantities

/// What a report is made of: foods with what is in them, and the goals that it is held against.
///
/// Kept, it is sealed as (`report`, report id).
struct StoredReport: Codable, Sendable {
    /// One food that was eaten.
    struct Item: Codable, Sendable {
        /// What the person calls it.
        let name: String?
        let item: MealItem
    }

    let subject: FoodReport.Subject
    /// What the person calls the meal.
    let name: String?
    let day: CalendarDay
    let items: [Item]
    let goals: GoalSettings?
    /// The daily values for nutrients without a goal; nil in reports that were kept before there were any.
    let label: LabelReference?

    init(
        subject: FoodReport.Subject, name: String?, day: CalendarDay, items: [Item], goals: GoalSettings?,
        label: LabelReference?
    ) {
        self.subject = subject
        self.name = name
        self.day = day
        self.items = items
        // What the goals were reckoned from is no part of a report.
        var targets = goals
        targets?.basis = nil
        self.goals = targets
        self.label = label
    }

    private var targets: [DailyTarget] {
        label.map { (goals ?? GoalSettings()).dailyTargets(label: $0) } ?? goals?.dailyTargets ?? []
    }

    /// The report, under an id.
    func report(id: UUID) -> FoodReport {
        FoodReport(
            id: id.uuidString.lowercased(), subject: subject, name: name, day: day,
            items: items.map { $0.item.reported(as: $0.name) }, targets: targets,
            hidesNumbers: goals?.hidesNumbers ?? false)
    }
}

/// A report that a person keeps, without what is in it.
struct KeptReport: Sendable {
    /// Most reports of a person.
    static let most = 1_000

    let id: UUID
    let account: AccountID
    let subject: FoodReport.Subject
    let day: CalendarDay
    let madeAt: Date
}
