import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import Postgres
import Quantities
import Sealing
import ServiceRuntime

/// The diary of meals.
struct MealEndpoints: Sendable {
    /// Ids in the items of a meal.
    static let itemReferences: [String: BodyReference] = [
        "/items/*/id": .part, "/items/*/foodId": .food, "/items/*/savedFoodId": .own(.savedFood),
    ]

    let acceptor: CommandAcceptor
    let sealer: Sealer
    let archive: PhotoArchive
    let foods: UsableFoods
    let plans: AccountPlans

    /// Maximum number of meals per day, the same as in `nutrition`.
    static let maxOfDay = 100

    /// Lists meals in pages, or those of one day, within the plan.
    func list(_ call: Call) async throws -> Answer {
        let account = try call.principal.account, asked = try Self.day(call)
        if try await plans.entitlements(of: account).history {
            guard let asked else { return try await acceptor.resources.page(of: .meal, to: call) }
            return try await meals(on: asked, of: account, to: call)
        }
        let today = try await acceptor.resources.today(of: account)
        guard asked ?? today == today else { throw PlanGate.refusal }
        return try await meals(on: today, of: account, to: call)
    }

    private static func day(_ call: Call) throws(ProblemDetails) -> CalendarDay? {
        guard let text = call.query.first(where: { $0.name == "date" })?.value else { return nil }
        guard let day = CalendarDay(text) else {
            throw ProblemDetails(
                .malformedRequest, errors: [.init(parameter: "date", .init(.notADay, "Must be a day as YYYY-MM-DD."))])
        }
        return day
    }

    private func meals(on day: CalendarDay, of account: AccountID, to call: Call) async throws -> Answer {
        let meals = try await DocumentRepository.list(
            .meal, of: account, from: day.start, upTo: day.end, limit: Self.maxOfDay, in: acceptor.resources.database
        ).map { $0.shown(to: call.viewer) }
        return Answer(.ok, body: .json(try await acceptor.resources.documents.page(of: meals, next: nil)))
    }

    func read(_ call: Call) async throws -> Answer {
        if let time = try DiaryTime(call, now: acceptor.resources.clock.now()) { return try await read(at: time, call) }
        let resource = ResourceReference(.meal, try ResourceReader.id(of: call))
        let document = try await acceptor.resources.ownDocument(resource, of: call.principal.account)
        return try await acceptor.resources.answer(document, to: call)
    }

    /// Records a typed meal, or a meal on a photo.
    func record(_ call: Call) async throws -> Answer {
        if call.photo != nil || call.body["photo"] ?? .null != .null { return try await photograph(call) }
        let account = try call.principal.account
        let typed = try MealForm.new(call.body, moment: try await acceptor.resources.moment(of: account))
        let form = try await checked(typed, of: account)
        let meal = MealID.random(), resource = ResourceReference(.meal, meal.uuid)
        let accepted = AcceptedMeal(meal: try await entry(form, meal, call), deletedAt: nil)
        let acceptance = try await acceptor.accept(call, about: resource) { transaction in
            let version = try await CommandAcceptor.assign(to: resource, after: 0, accepted, call, in: transaction)
            let days = try await Self.assign([accepted.meal.day], of: account, in: transaction)
            try transaction.append(
                RecordMeal(accountID: account, mealID: meal, version: version, meal: accepted.meal, days: days),
                key: account, subject: meal)
        }
        return try await acceptor.answer(acceptance, to: call, done: .created)
    }

    func change(_ call: Call) async throws -> Answer {
        let target = try await acceptor.target(of: call, .meal, as: AcceptedMeal.self)
        let account = target.account, known = target.accepted, meal = MealID(target.resource.id)
        guard known.deletedAt == nil else { throw ProblemDetails(.notFound) }
        let last = try await entered(known.meal, target.resource, of: account)
        let words = try await sealer.open(last.words, .mealWords(meal, of: account))
        let typed = try MealForm(last, words).changed(
            by: call.body, moment: try await acceptor.resources.moment(of: account))
        let form = try await named(try await checked(typed, of: account), call)
        let lessons = try await lessons(
            of: Correction(
                meal: meal, account: account, last: last, words: words, taught: known.lessons, form: form,
                language: try await call.foodLanguage(in: acceptor.resources.database)),
            target.resource)
        let accepted = AcceptedMeal(meal: try await entry(form, meal, call), deletedAt: nil, lessons: lessons)
        let acceptance = try await acceptor.accept(call, about: target.resource) { transaction in
            let version = try await CommandAcceptor.assign(
                to: target.resource, after: target.version, accepted, call, in: transaction)
            let days = try await Self.assign([known.meal.day, accepted.meal.day], of: account, in: transaction)
            try transaction.append(
                ChangeMeal(accountID: account, mealID: meal, version: version, meal: accepted.meal, days: days),
                key: account, subject: meal)
            try await Self.teach(lessons, meal, of: account, version: version, in: transaction)
        }
        return try await acceptor.answer(acceptance, to: call, done: .ok)
    }

    func delete(_ call: Call) async throws -> Answer {
        let target = try await acceptor.target(of: call, .meal, as: AcceptedMeal.self)
        let account = target.account, known = target.accepted, meal = MealID(target.resource.id)
        guard known.deletedAt == nil else { throw ProblemDetails(.notFound) }
        let acceptance = try await acceptor.accept(call, about: target.resource) { transaction in
            let deleted = AcceptedMeal(
                meal: known.meal, deletedAt: try transaction.eventTime(), lessons: known.lessons)
            let version = try await CommandAcceptor.assign(
                to: target.resource, after: target.version, deleted, call, in: transaction)
            let days = try await Self.assign([known.meal.day], of: account, in: transaction)
            try transaction.append(
                DeleteMeal(accountID: account, mealID: meal, version: version, days: days), key: account,
                subject: meal)
            try await Self.teach(
                known.lessons.map { _ in .none }, meal, of: account, version: version, in: transaction)
        }
        return try await acceptor.answer(acceptance, to: call, done: .noContent)
    }

    func restore(_ call: Call) async throws -> Answer {
        if let acceptance = try await acceptor.repeated(call) {
            return try await acceptor.answer(acceptance, to: call, done: .ok)
        }
        let target = try await acceptor.target(of: call, .meal, as: AcceptedMeal.self)
        let account = target.account, known = target.accepted, meal = MealID(target.resource.id)
        guard let deletedAt = known.deletedAt else {
            throw ProblemDetails(.conflict, detail: "The meal is not deleted.")
        }
        guard acceptor.resources.clock.now().timeIntervalSince(deletedAt) < CommandAcceptor.restorable else {
            throw ProblemDetails(.notFound)
        }
        let restored = AcceptedMeal(meal: known.meal, deletedAt: nil, lessons: known.lessons)
        let acceptance = try await acceptor.accept(call, about: target.resource) { transaction in
            let version = try await CommandAcceptor.assign(
                to: target.resource, after: target.version, restored, call, in: transaction)
            let days = try await Self.assign([known.meal.day], of: account, in: transaction)
            try transaction.append(
                RestoreMeal(accountID: account, mealID: meal, version: version, days: days), key: account,
                subject: meal)
            try await Self.teach(known.lessons, meal, of: account, version: version, in: transaction)
        }
        return try await acceptor.answer(acceptance, to: call, done: .ok)
    }

    // MARK: - Details

    /// The meal with its bar codes replaced by foods; refuses unknown foods.
    private func checked(_ typed: MealForm, of account: AccountID) async throws -> MealForm {
        var form = typed, problems: [ProblemDetails.FieldProblem] = []
        for (place, item) in typed.items.enumerated() {
            if let barcode = item.barcode {
                form.items[place].foodID = try await foods.id(of: barcode, for: account)
                if form.items[place].foodID == nil {
                    problems.append(
                        .init(
                            pointer: "/items/\(place)/gtin",
                            .init(
                                .unknown, "is unknown: add the food with its gtin, or enter its values"
                            )))
                }
                continue
            }
            if let id = item.foodID, try await !foods.isUsable(id, by: account) {
                problems.append(
                    .init(pointer: "/items/\(place)/foodId", .init(.unknown, "is not the id of a food you can use")))
            }
            if let id = item.savedFoodID, try await !isSaved(id, by: account) {
                problems.append(
                    .init(
                        pointer: "/items/\(place)/savedFoodId",
                        .init(.unknown, "is not the id of one of your saved foods")))
            }
        }
        guard problems.isEmpty else { throw ProblemDetails(.invalidFields, errors: problems) }
        return form
    }

    /// The meal with foods for items that got a new name; without a food of that name, the name is only a label.
    private func named(_ typed: MealForm, _ call: Call) async throws -> MealForm {
        guard typed.items.contains(where: \.isRenamed) else { return typed }
        var form = typed
        let language = try await call.foodLanguage(in: acceptor.resources.database)
        for (place, item) in typed.items.enumerated() where item.isRenamed {
            guard let name = item.name,
                let food = try await foods.food(named: name, for: call.principal.account, in: language)
            else { continue }
            (form.items[place].foodID, form.items[place].savedFoodID) = (food.foodID, food.savedFoodID)
            if food.isPortion { form.items[place].milligrams = nil }
        }
        return form
    }

    private func isSaved(_ food: SavedFoodID, by account: AccountID) async throws -> Bool {
        let resource = ResourceReference(.savedFood, food.uuid)
        return try await acceptor.resources.ownDocument(resource, of: account) != nil
    }

    func entry(_ form: MealForm, _ meal: MealID, _ call: Call) async throws -> MealEntry {
        let language = try await call.preferredLanguage(in: acceptor.resources.database).rawValue
        let account = try call.principal.account
        return form.entry(
            language: language, words: try await sealer.seal(form.words, .mealWords(meal, of: account)))
    }

    /// Assigns the next versions to days, so that readers see the change; in a fixed order, to avoid deadlocks.
    static func assign(
        _ days: Set<CalendarDay>, of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> [DayVersion] {
        var versions: [DayVersion] = []
        for day in days.sorted() {
            let version = try await VersionRepository.next(
                of: ResourceReference(day, of: account), of: account, after: nil, accepted: nil,
                at: transaction.eventTime(), in: transaction)
            if let version { versions.append(DayVersion(day: day, version: version)) }
        }
        return versions
    }
}

/// A meal as last accepted, which the next change is based on; a deleted one can be restored.
struct AcceptedMeal: Codable, Sendable {
    let meal: MealEntry
    let deletedAt: Date?
    /// The meal's lessons while it is not deleted; nil without any.
    var lessons: AcceptedLessons?
}
