import EventContracts
import FoodCatalogue
import FoodReports
import Foundation
import IngestionCore
import Nourishment
import Quantities
import Sealing
import ServiceRuntime

/// Creates reports of meals and days from their documents.
struct ReportBuilder: Sendable {
    let resources: ResourceReader
    let sealer: Sealer

    /// The report of a meal of the account.
    ///
    /// - Throws: `notFound` if it does not exist.
    func meal(_ id: UUID, of account: AccountID) async throws -> FoodReport {
        try await parts(ofMeal: id, account).report(id: id)
    }

    func parts(ofMeal id: UUID, _ account: AccountID) async throws -> StoredReport {
        guard let document = try await resources.ownDocument(ResourceReference(.meal, id), of: account) else {
            throw ProblemDetails(.notFound)
        }
        let meal = try await opened(document)
        return StoredReport(
            subject: .meal, name: meal.name, day: meal.day, items: meal.items,
            goals: try await resources.goals(of: account, on: meal.day)?.goals,
            label: try await resources.label(of: account))
    }

    /// The report of a day of the account.
    func report(of day: CalendarDay, _ account: AccountID) async throws -> FoodReport {
        try await parts(of: day, account).report(id: ResourceReference(day, of: account).id)
    }

    func parts(of day: CalendarDay, _ account: AccountID) async throws -> StoredReport {
        let reference = ResourceReference(day, of: account)
        // Waits for changes that the caller has just made.
        _ = try await resources.ownDocument(reference, of: account)
        let meals = try await DocumentRepository.list(
            .meal, of: account, from: day.start, upTo: day.end, limit: MealEndpoints.maxOfDay,
            in: resources.database)
        var items: [StoredReport.Item] = []
        for meal in meals.reversed() { items += try await opened(meal).items }
        return StoredReport(
            subject: .day, name: nil, day: day, items: items,
            goals: try await resources.goals(of: account, on: day)?.goals,
            label: try await resources.label(of: account))
    }

    private func opened(
        _ document: Document
    ) async throws -> (name: String?, day: CalendarDay, items: [StoredReport.Item]) {
        let meal = try EventCoding.decode(MealChanged.self, from: document.body)
        let words = try await sealer.open(meal.words, .mealWords(meal.mealID, of: meal.accountID))
        return (words.name, meal.day, meal.items.map { StoredReport.Item(name: words[$0.itemID], item: $0) })
    }
}

extension MealItem {
    /// The item for a report: its amounts are those of the whole item.
    ///
    /// Products of integers, so that no precision is lost before the last division.
    func reported(as name: String?) -> FoodReport.Item {
        var whole = NutrientAmounts()
        for (code, amount) in amounts {
            guard let nutrient = Nutrient(rawValue: code) else { continue }
            switch basis {
            case .wholeItem: whole[nutrient] = .known(NutrientValue(Double(amount) / 1_000))
            case .hundredGrams:
                guard let milligrams else { continue }
                let (product, overflow) = milligrams.multipliedReportingOverflow(by: amount)
                guard !overflow else { continue }
                whole[nutrient] = .known(NutrientValue(Double(product) / Double(NutrientSums.unitsPerOne)))
            }
        }
        return FoodReport.Item(name: name, mass: milligrams.map { Double($0) / 1_000 }, amounts: whole)
    }
}
