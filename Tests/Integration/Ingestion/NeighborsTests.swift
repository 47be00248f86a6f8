import EventContracts
import Foundation
import Purchases
import Quantities
import Sealing
import TestPeers
import TestSupport
import Testing
import UnitSupport

/// The gateway's tests rely on the events published by `Neighbors`; here the services' own handlers process the same
/// commands, and the events are compared.
@Suite("Fakes of the services behind the gateway") struct NeighborsTests {
    @Test("gateway tests: fakes answer commands as nutrition does")
    func nutrition() async throws {
        try await Rehearsal.with({ try RealService.nutrition($0) }, .nutritionCommands) { rehearsal in
            try await Self.meals(rehearsal)
            try await Self.goals(rehearsal)
            try await Self.ownFoods(rehearsal)
            try await Self.savedFoods(rehearsal)
            try await Self.sharedFoods(rehearsal)
        }
    }

    @Test("gateway tests: fakes answer commands as allergen does")
    func allergen() async throws {
        try await Rehearsal.with(
            { try RealService.allergen($0) }, .allergenCommands, without: [CorrectLabelText.type]
        ) { rehearsal in
            try await Self.profile(rehearsal)
            try await Self.scans(rehearsal)
            try await Self.reactions(rehearsal)
        }
    }

    @Test("gateway tests: fakes answer commands as spending does")
    func spending() async throws {
        try await Rehearsal.with(
            { try RealService.spending($0) }, .spendingCommands, without: [ShareProductName.type]
        ) { rehearsal in
            let milk = try await Self.purchases(rehearsal)
            try await Self.products(rehearsal, milk)
            try await Self.budgets(rehearsal)
            try await Self.shopping(rehearsal)
        }
    }

    @Test("gateway tests: fakes answer commands as notification does")
    func notification() async throws {
        try await Rehearsal.with(
            { try RealService.notification($0) }, .notificationCommands, without: [PostShare.type, SendTestPush.type]
        ) { rehearsal in
            let account = rehearsal.account, id = NoticeID.random()
            let text = NoticeText(title: "Your scan", body: "There is a verdict.", language: "en")
            try await rehearsal.keep(
                Notice(
                    accountID: account, noticeID: id, version: 1, kind: .scanAssessed, causeID: "1", urgency: .alert,
                    text: try await rehearsal.sealer.seal(text, .noticeText(id, of: account)),
                    createdAt: rehearsal.clock.now(), readAt: nil, deletedAt: nil))
            try await rehearsal.command(ChangeNotice(accountID: account, noticeID: id, read: true))
            try await rehearsal.command(ChangeNotice(accountID: account, noticeID: id, read: false))
            try await rehearsal.command(DeleteNotice(accountID: account, noticeID: id))
            try await rehearsal.command(RestoreNotice(accountID: account, noticeID: id))
        }
    }

    @Test("answer comparison: a different value, event or status is reported")
    func differences() async throws {
        let sealer = Sealer(keyRing: MemoryKeyRing()), now = FixedClock().now()
        func values(_ name: String, _ status: OperationStatus?, times: Int = 1) async throws -> AnswerValues {
            let food = CatalogueFoodChanged(
                foodID: "fm-1", version: 1, origin: "staff", food: SharedFood(names: ["en": name], amounts: [:]),
                changedAt: now)
            let attributes = EventAttributes(
                id: UUID(), source: "foodmagic/test", type: CatalogueFoodChanged.type, time: now, subject: "fm-1",
                key: "fm-1", operationStatus: status, correlationID: UUID())
            let event = (attributes: attributes, body: try EventCoding.encode(food))
            return try await AnswerValues(Array(repeating: event, count: times), sealer)
        }
        let expected = try await values("rye", .succeeded)
        #expect(try await values("rye", .succeeded).differences(from: expected).isEmpty)
        let renamed = try await values("oats", .succeeded)
        #expect(renamed.differences(from: expected).count == 1)
        #expect(renamed.differences(from: expected, except: ["catalogue-food-changed/food/names"]).isEmpty)
        #expect(try await values("rye", nil).differences(from: expected).count == 1)
        #expect(try await values("rye", .rejected).differences(from: expected).count == 1)
        #expect(try await !values("rye", .succeeded, times: 2).differences(from: expected).isEmpty)
        #expect(try await !values("rye", .succeeded, times: 0).differences(from: expected).isEmpty)
    }
}

// MARK: - Nutrition

extension NeighborsTests {
    private static func entry(
        _ meal: MealID, on day: String, _ slot: MealSlot, _ words: MealWords, _ items: [MealItemInput],
        _ rehearsal: Rehearsal
    ) async throws -> MealEntry {
        MealEntry(
            day: try #require(CalendarDay(day)), eatenAt: rehearsal.clock.now(), utcOffset: -18_000, slot: slot,
            language: "en", words: try await rehearsal.sealer.seal(words, .mealWords(meal, of: rehearsal.account)),
            items: items)
    }

    private static func version(_ version: Int64, of day: String) throws -> DayVersion {
        DayVersion(day: try #require(CalendarDay(day)), version: version)
    }

    private static func meals(_ rehearsal: Rehearsal) async throws {
        let account = rehearsal.account, meal = MealID.random(), other = MealID.random(), apple = MealID.random()
        let monday = "2026-01-12", tuesday = "2026-01-13", friday = "2026-01-16"
        let soup = MealItemInput(itemID: .random(), amounts: ["energy": 300_000, "protein": 12_500])
        let bread = MealItemInput(itemID: .random(), milligrams: 50_000, amounts: ["energy": 120_000])
        let fruit = MealItemInput(itemID: .random(), foodID: "sr28-09003", milligrams: 150_000)
        var words = MealWords(name: "Work", slotName: "elevenses")
        words[soup.itemID] = "soup"
        words[bread.itemID] = "bread"
        var plain = MealWords()
        plain[fruit.itemID] = "apple"
        try await rehearsal.command(
            RecordMeal(
                accountID: account, mealID: meal, version: 1,
                meal: try await entry(meal, on: monday, .custom, words, [soup, bread], rehearsal),
                days: [version(1, of: monday)]))
        try await rehearsal.command(
            RecordMeal(
                accountID: account, mealID: other, version: 1,
                meal: try await entry(other, on: monday, .lunch, MealWords(), [soup], rehearsal),
                days: [version(2, of: monday)]))
        words[bread.itemID] = nil
        try await rehearsal.command(
            ChangeMeal(
                accountID: account, mealID: meal, version: 2,
                meal: try await entry(meal, on: tuesday, .custom, words, [soup], rehearsal),
                days: [version(3, of: monday), version(1, of: tuesday)]))
        try await rehearsal.command(
            DeleteMeal(accountID: account, mealID: meal, version: 3, days: [version(2, of: tuesday)]))
        try await rehearsal.command(
            RestoreMeal(accountID: account, mealID: meal, version: 4, days: [version(3, of: tuesday)]))
        // In `Neighbors` every food has 1 kcal per gram.
        try await rehearsal.command(
            RecordMeal(
                accountID: account, mealID: apple, version: 1,
                meal: try await entry(apple, on: friday, .snack, plain, [fruit], rehearsal),
                days: [version(1, of: friday)]),
            unlike: [
                "meal-changed/items/0/amounts", "meal-changed/totals/sums", "day-changed/totals/sums",
                "day-changed/slots/0/energy",
            ])
    }

    private static func goals(_ rehearsal: Rehearsal) async throws {
        let macros = MacroSplit(protein: 30, carbohydrate: 40, fat: 30)
        for (version, energy) in [(1, 2_000_000), (2, 2_200_000)] as [(Int64, Int64)] {
            try await rehearsal.command(
                SetGoals(
                    accountID: rehearsal.account, version: version,
                    goals: GoalSettings(
                        energy: energy, macros: macros, targets: ["fiber": NutrientTarget(least: 25_000)]),
                    from: CalendarDay(rehearsal.clock.now(), in: .gmt)))
        }
    }

    private static func ownFoods(_ rehearsal: Rehearsal) async throws {
        let account = rehearsal.account, id = OwnFoodID.random()
        let amounts: [String: Int64] = [
            "energy": 370_000, "protein": 10_000, "fat": 6_000, "carbohydrate": 66_000, "fiber": 8_000,
        ]
        func food(_ brand: String?) async throws -> OwnFood {
            let words = OwnFoodWords(name: "Zwick muesli", brand: brand)
            return OwnFood(
                words: try await rehearsal.sealer.seal(words, .ownFoodWords(id, of: account)), amounts: amounts)
        }
        try await rehearsal.command(
            AddFood(accountID: account, ownFoodID: id, version: 1, food: try await food(nil)))
        try await rehearsal.command(
            ChangeFood(accountID: account, ownFoodID: id, version: 2, food: try await food("Zwick")))
        // `Neighbors` reports the same doubts about every food, and adds no food to the catalog.
        func submit() async throws -> FoodSubmissionID {
            let submission = FoodSubmissionID.random()
            try await rehearsal.command(
                SubmitFood(accountID: account, submissionID: submission, ownFoodID: id, language: "en"),
                unlike: ["food-submission-changed/doubts"])
            return submission
        }
        try await rehearsal.command(
            WithdrawFood(accountID: account, submissionID: try await submit()),
            unlike: ["food-submission-changed/doubts"])
        for isAccepted in [false, true] {
            try await rehearsal.command(
                ReviewFood(
                    accountID: account, submissionID: try await submit(), isAccepted: isAccepted,
                    reason: isAccepted ? nil : "duplicate", reviewedAt: rehearsal.clock.now()),
                unlike: ["food-submission-changed/doubts", "catalogue-food-changed"])
        }
        try await rehearsal.command(DeleteFood(accountID: account, ownFoodID: id, version: 3))
    }

    private static func savedFoods(_ rehearsal: Rehearsal) async throws {
        let account = rehearsal.account, id = SavedFoodID.random()
        func food(_ name: String) async throws -> SavedFood {
            let words = try await rehearsal.sealer.seal(SavedFoodWords(name: name), .savedFoodWords(id, of: account))
            return SavedFood(words: words, foodID: nil, milligrams: 80_000, amounts: ["energy": 210_000])
        }
        try await rehearsal.command(
            SaveFood(accountID: account, savedFoodID: id, version: 1, food: try await food("Slice")))
        try await rehearsal.command(
            ChangeSavedFood(accountID: account, savedFoodID: id, version: 2, food: try await food("Thick slice")))
        try await rehearsal.command(DeleteSavedFood(accountID: account, savedFoodID: id, version: 3))
    }

    private static func sharedFoods(_ rehearsal: Rehearsal) async throws {
        let names = ["Qwix bar", "Qwix roll", "late", nil], versions: [Int64] = [0, 1, 1, 2]
        for (name, version) in zip(names, versions) {
            let food = name.map { SharedFood(names: ["en": $0], amounts: ["energy": 400_000, "protein": 9_000]) }
            try await rehearsal.command(
                SetCatalogueFood(accountID: rehearsal.account, foodID: "fm-1", basedOn: version, food: food))
        }
    }
}

// MARK: - Allergen

extension NeighborsTests {
    private static func profile(_ rehearsal: Rehearsal) async throws {
        let account = rehearsal.account
        let others = try await rehearsal.sealer.seal([OtherIngredient("carmine")], .otherIngredients(of: account))
        for (version, history) in [(1, nil), (2, .keep)] as [(Int64, ScanHistory?)] {
            try await rehearsal.command(
                SetAllergenProfile(
                    accountID: account, version: version, allergens: [.group(.nuts), .milk, .milk],
                    otherIngredients: others, diets: [.vegetarian, .vegan], traces: .warn, history: history))
        }
    }

    private static func scans(_ rehearsal: Rehearsal) async throws {
        // `Neighbors` recognizes only the word milk, and stores no other words of the label.
        let simplified = ["details", "lexiconVersion", "allContained", "allPossible"].map { "scan-assessed/\($0)" }
        for text in ["Ingredients: milk, sugar.", "Ingredients: rice, salt."] {
            let account = rehearsal.account, scan = ScanID.random(), sealer = rehearsal.sealer
            let name = try await sealer.seal("Lunch", .scanName(scan, of: account))
            try await rehearsal.command(
                AssessLabelText(
                    accountID: account, scanID: scan,
                    text: try await sealer.seal(text, .scanText(scan, of: account)), language: "en",
                    gtin: nil, profileVersion: 2, requestedAt: rehearsal.clock.now(), name: name),
                unlike: simplified)
            let renamed = try await sealer.seal("Supper", .scanName(scan, of: account))
            for name in [renamed, nil] {
                try await rehearsal.command(
                    NameLabelScan(accountID: account, scanID: scan, name: name, requestedAt: rehearsal.clock.now()),
                    unlike: simplified)
            }
        }
    }

    private static func reactions(_ rehearsal: Rehearsal) async throws {
        let account = rehearsal.account, id = ReactionID.random()
        func record(_ version: Int64, _ cause: String) async throws {
            let notes = ReactionNotes(cause: cause, notes: nil, symptoms: [.hives])
            try await rehearsal.command(
                RecordReaction(
                    accountID: account, reactionID: id, version: version, occurredOn: "2026-01-14", timeOfDay: "09:30",
                    allergens: [.group(.nuts), .milk], severity: .mild,
                    notes: try await rehearsal.sealer.seal(notes, .reactionNotes(id, of: account))))
        }
        try await record(1, "cake")
        try await record(2, "nut cake")
        try await rehearsal.command(DeleteReaction(accountID: account, reactionID: id, version: 3))
        try await record(4, "nut cake")
    }
}

// MARK: - Spending

extension NeighborsTests {
    /// A purchase typed by hand, today.
    private static func typed(
        _ articles: [(name: String, cents: Int64)], _ rehearsal: Rehearsal
    ) throws -> ReceiptRecord {
        var edits = [
            ReceiptEdit(.merchant, text: "Corner Market"), ReceiptEdit(.currency, text: "CAD"),
            ReceiptEdit(.day, text: CalendarDay(rehearsal.clock.now(), in: .gmt).description),
        ]
        edits += articles.map { ReceiptEdit(.addItem, item: .random(), text: $0.name, number: $0.cents) }
        edits.append(ReceiptEdit(.total, number: articles.reduce(0) { $0 + $1.cents }))
        return try ReceiptEditor(category: CategoryWords.category(of:)).apply(edits, to: ReceiptRecord())
    }

    private static func record(_ id: ReceiptID, _ record: ReceiptRecord, _ rehearsal: Rehearsal) async throws {
        let sealed = try await rehearsal.sealer.seal(record, .receiptRecord(id, of: rehearsal.account))
        try await rehearsal.command(
            RecordReceipt(
                accountID: rehearsal.account, receiptID: id, version: 1, source: .file, record: sealed))
    }

    /// Buys milk and tea, assigns the wrong product, and undoes that; returns the milk's product.
    private static func purchases(_ rehearsal: Rehearsal) async throws -> PurchasedProductID {
        let account = rehearsal.account, id = ReceiptID.random()
        try await record(id, typed([("milk", 499), ("tea", 201)], rehearsal), rehearsal)
        let items = try await rehearsal.record(id).items
        let milk = try #require(items[0].product?.productID)
        let edits = [
            ReceiptEdit(.itemProduct, item: items[1].itemID, text: milk.description),
            ReceiptEdit(.merchant, text: "Corner Market"),
        ]
        try await rehearsal.command(
            ChangeReceipt(
                accountID: account, receiptID: id, version: 2,
                edits: try await rehearsal.sealer.seal(edits, .receiptEdits(id, of: account))))
        #expect(try await rehearsal.record(id).items[1].product?.productID == milk)
        try await rehearsal.command(UndoReceiptChange(accountID: account, receiptID: id, version: 3))
        return milk
    }

    /// Names the milk, buys it again, deletes that purchase and restores it.
    private static func products(_ rehearsal: Rehearsal, _ milk: PurchasedProductID) async throws {
        let account = rehearsal.account, id = ReceiptID.random()
        let words = PurchasedProductWords(name: "Whole milk", brand: "Own", category: .dairy)
        try await rehearsal.command(
            NamePurchasedProduct(
                accountID: account, productID: milk, version: 2,
                words: try await rehearsal.sealer.seal(words, .purchasedProductWords(milk, of: account))))
        try await record(id, typed([("milk", 520)], rehearsal), rehearsal)
        #expect(try await rehearsal.record(id).items[0].product?.way == .learned)
        try await rehearsal.command(DeleteReceipt(accountID: account, receiptID: id, version: 2))
        try await rehearsal.command(UndoReceiptChange(accountID: account, receiptID: id, version: 3))
    }

    private static func budgets(_ rehearsal: Rehearsal) async throws {
        let account = rehearsal.account, id = BudgetID.random()
        func set(_ version: Int64, cents: Int64) async throws {
            let terms = BudgetTerms(period: .month, amount: Money(minorUnits: cents, currency: .cad))
            let words = try await rehearsal.sealer.seal(BudgetWords(name: "All"), .budgetWords(id, of: account))
            // `Neighbors` publishes no exceeded budgets.
            try await rehearsal.command(
                SetBudget(accountID: account, budgetID: id, version: version, terms: terms, words: words),
                unlike: ["budget-exceeded"])
        }
        try await set(1, cents: 100)
        try await rehearsal.command(
            JudgeBudgetAdvice(accountID: account, budgetID: id, version: 2, isUseful: true))
        try await set(3, cents: 90_000)
        try await rehearsal.command(DeleteBudget(accountID: account, budgetID: id, version: 4))
        try await set(5, cents: 90_000)
    }

    private static func shopping(_ rehearsal: Rehearsal) async throws {
        for (version, radius) in [(1, 5), (2, 20)] as [(Int64, Int)] {
            var preferences = ShoppingPreferences()
            preferences.radius = radius
            try await rehearsal.command(
                SetShoppingPreferences(
                    accountID: rehearsal.account, version: version,
                    wishes: try await rehearsal.sealer.seal(preferences, .shoppingPreferences(of: rehearsal.account))))
        }
    }
}
