import EventContracts
import FoodCatalogue
import FoodReports
import Foundation
import HTTPTypes
import IngestionCore
import Nourishment
import Quantities
import Sealing
import ServiceRuntime

/// Advice on a day: findings, gaps and recommendations.
struct AdviceEndpoints: Sendable {
    let resources: ResourceReader
    let foods: KnownFoods
    let words: ReportWords
    let plans: AccountPlans

    /// Days of meals used to determine habits.
    private static let habitDays = 56
    /// Maximum number of meals considered.
    private static let maxMeals = 120
    /// Maximum number of candidate foods, most frequent first.
    private static let maxChoices = 100
    /// Most recommendations.
    private static let maxRecommendations = 5

    /// Findings, gaps and recommendations of a day (NUT-16, NUT-17).
    func read(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        guard let day = call.id.flatMap({ CalendarDay($0) }) else { throw ProblemDetails(.notFound) }
        let today = try await resources.today(of: account)
        let plan = try await plans.entitlements(of: account)
        let language = try await call.foodLanguage(in: resources.database)
        let goals = try await resources.goals(of: account, on: day)?.goals.dailyGoals ?? .none
        let intakes = try await intakes(upTo: day, of: account)
        let intake = intakes.first { $0.day == day } ?? DayIntake(day: day, figures: [:], slots: 0)
        let assessment = DayAssessment(of: intake, against: goals)
        var recommendations: [(Recommendation, name: String)] = []
        if plan.detailedReports, !Recommendation.gaps(in: assessment).isEmpty {
            recommendations = try await recommended(for: assessment, of: account, in: language)
        }
        // A day that is not over may still get its supper.
        let finding = day < today ? IntakeFinding.find(in: intakes, after: day, goals: goals) : nil
        let view = AdviceView(
            assessment, finding, recommendations,
            showsAmounts: plan.detailedReports && !goals.hidesNumbers, words, language)
        return try .json(
            .ok, view, headers: [.contentLanguage: language.rawValue, .vary: "Accept-Language"])
    }

    /// The days that a finding looks at, with every change of the last one.
    private func intakes(upTo day: CalendarDay, of account: AccountID) async throws -> [DayIntake] {
        _ = try await resources.ownDocument(ResourceReference(day, of: account), of: account)
        let first = day.adding(days: 1 - IntakeFinding.window) ?? day
        return try await DocumentRepository.list(
            .day, of: account, from: first.start, upTo: day.end, limit: IntakeFinding.window, in: resources.database
        ).map { DayIntake(try EventCoding.decode(DayChanged.self, from: $0.body)) }
    }

    /// The person's usual foods with their usual amounts.
    ///
    /// The allergens of a food are never certain, so accounts with an allergen profile get none.
    private func recommended(
        for assessment: DayAssessment, of account: AccountID, in language: FoodLanguage
    ) async throws -> [(Recommendation, name: String)] {
        let avoided = try await avoided(by: account)
        guard avoided.isEmpty else { return [] }
        let first = assessment.day.adding(days: -Self.habitDays) ?? assessment.day
        let items = try await EatenRepository.items(
            of: account, from: first, through: assessment.day, meals: Self.maxMeals, in: resources.database)
        var masses: [String: [Int64]] = [:]
        for item in items {
            if let food = item.foodID, let mass = item.milligrams { masses[food, default: []].append(mass) }
        }
        let usual = masses.sorted { ($0.value.count, $1.key) > ($1.value.count, $0.key) }.prefix(Self.maxChoices)
        let known = try await foods.foods(usual.map(\.key), of: account, in: language)
        let choices = usual.compactMap { id, masses -> FoodChoice? in
            guard let food = known[id] else { return nil }
            let mass = Grams(Double(masses.sorted()[masses.count / 2]) / 1_000)
            return FoodChoice(
                id: id, mass: mass, amounts: food.amounts.inMass(mass), allergens: nil, habit: Double(masses.count))
        }
        return Recommendation.find(
            for: assessment, among: choices, avoiding: avoided, most: Self.maxRecommendations
        ).map { ($0, known[$0.food.id]?.name ?? $0.food.id) }
    }

    /// The allergen profile: codes, custom ingredients, diets.
    private func avoided(by account: AccountID) async throws -> Set<String> {
        let profile = ResourceReference(.allergenProfile, account.uuid)
        guard let document = try await resources.ownDocument(profile, of: account) else { return [] }
        let told = try EventCoding.decode(ProfileChanged.self, from: document.body)
        let own = try await foods.sealer.open(told.otherIngredients, .otherIngredients(of: account))
        return Set(told.allergens.map(\.rawValue) + own.map(\.name) + told.diets.map(\.rawValue))
    }
}

extension DailyGoals {
    /// Goals of an account without any.
    static let none = DailyGoals(targets: [], floor: nil, hidesNumbers: false)
}
