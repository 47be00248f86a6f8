import EventContracts
import Foundation
import Quantities
import Sealing
import TestPeers
import Testing

/// One sample of each event body, with fixed values, for the golden files.
enum EventSamples {
    /// A body without its type.
    struct Sample: Sendable, CustomTestStringConvertible {
        let type: EventType
        /// The suffix of the golden file: nil for the first one of a type; for a later one the date when fields were
        /// added, since a golden file is never edited.
        let addition: String?
        let encoded: @Sendable () throws -> [UInt8]
        let body: any EventBody
        /// Decodes bytes as this type, and returns whether the result equals the sample.
        let isDecoded: @Sendable ([UInt8]) throws -> Bool
        var testDescription: String { file }

        /// Name of the golden file, without its ending.
        var file: String { type.name + (addition.map { ".\($0)" } ?? "") }

        init<Body: EventBody>(_ body: Body, added addition: String? = nil) {
            type = Body.type
            self.body = body
            self.addition = addition
            encoded = { try EventCoding.encode(body) }
            isDecoded = { try EventCoding.decode(Body.self, from: $0) == body }
        }
    }

    static func uuid(_ last: UInt8) -> UUID {
        UUID(uuid: (0xa1, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, last))
    }
    static let account = AccountID(uuid(1))
    static let moment = Date(timeIntervalSince1970: 1_790_000_000.125)
    static let product = GTIN(rawValue: "4006381333931") ?? { preconditionFailure("not a GTIN") }()
    static let problem = OutcomeProblem(
        type: "https://foodmagic.example/problems/not-found", title: "Not found", status: 404, detail: nil)
    static let notice = Notice(
        accountID: account, noticeID: NoticeID(uuid(4)), version: 2, kind: .scanAssessed,
        causeID: uuid(2).uuidString.lowercased(), urgency: .alert, text: Sealed(bytes: [1, 2, 3]), createdAt: moment,
        readAt: moment, deletedAt: nil)

    static let laterNotice = Notice(
        accountID: account, noticeID: NoticeID(uuid(5)), version: 1, kind: .paymentChanged,
        causeID: uuid(22).uuidString.lowercased(), paymentID: PaymentID(uuid(22)), grantID: GrantID(uuid(32)),
        exportID: ExportID(uuid(34)), submissionID: FoodSubmissionID(uuid(36)), day: day, urgency: .notice,
        text: Sealed(bytes: [1, 2, 3]), createdAt: moment, readAt: nil, deletedAt: nil)

    static var provenNotice: Notice {
        var notice = notice
        notice.deliveries = [
            NoticeDelivery(channel: .webPush, state: .failed, at: moment),
            NoticeDelivery(channel: .email, state: .sent, proof: "250", at: moment),
        ]
        return notice
    }

    static let day = CalendarDay("2026-11-20") ?? .epoch
    static let mealEntry = MealEntry(
        day: day, eatenAt: moment, utcOffset: -18_000, slot: .lunch, language: "fr", words: Sealed(bytes: [1, 2, 3]),
        items: [
            MealItemInput(
                itemID: MealItemID(uuid(8)), foodID: "sr28-09003", savedFoodID: SavedFoodID(uuid(9)),
                milligrams: 150_000, amounts: ["energy": 350_000])
        ])
    static let totals = NutrientSums(of: 2, sums: ["energy": .init(amount: 7_800_000_000, reported: 1)])

    static let goals = GoalSettings(
        energy: 2_000_000, macros: MacroSplit(protein: 20, carbohydrate: 50, fat: 30),
        targets: ["sodium": NutrientTarget(least: 500_000, most: 2_300_000)], hidesNumbers: true,
        basis: Sealed(bytes: [1, 2, 3]),
        reckoned: ReckonedGoals(
            energy: 2_009_000, requirement: 2_009_000, floor: 1_296_000, floorReason: "resting",
            method: "mifflin-st-jeor-1990", isRaised: false,
            references: [
                "iron": ReferenceTarget(amount: 18_000, kind: "rda", upper: 45_000, scope: "everything"),
                "potassium": ReferenceTarget(amount: 2_600_000, kind: "ai"),
            ]))
    static let savedFood = SavedFood(
        words: Sealed(bytes: [1, 2, 3]), foodID: "sr28-09003", milligrams: 150_000, amounts: ["energy": 350_000])
    static let ownFood = OwnFood(words: Sealed(bytes: [4, 5]), amounts: ["energy": 52_000, "iron": 0])

    static let photoFacts = PhotoFacts(
        format: .png, width: 640, height: 480, orientation: 1, bytes: 234_567, focalLength: nil)
    static let photographed = MealEntry(
        day: day, eatenAt: moment, utcOffset: -18_000, slot: .lunch, language: "fr", words: Sealed(bytes: [1, 2, 3]),
        items: [])
    static let seenFood = SeenFood(
        label: "apple", score: 0.97, box: [0.1, 0.2, 0.5, 0.6], milligrams: 182_000, lowMilligrams: 150_000,
        highMilligrams: 221_000, method: .appearance, predictor: "food-small/0a1b2c3d")
    static let remoteFood = SeenFood(
        label: "other food", score: 0.8, box: [0, 0, 1, 1], milligrams: 240_000, lowMilligrams: 144_000,
        highMilligrams: 400_000, method: .remote, predictor: "remote/a-model")

    static let taughtFood = SeenFood(
        label: "other food", score: 0.6, box: [0.1, 0.2, 0.5, 0.6], milligrams: 317_000, lowMilligrams: 143_000,
        highMilligrams: 702_000, method: .usual, predictor: "food-small/0a1b2c3d", regionID: RegionID(uuid(21)),
        taught: .init(foodID: "sr28-09040", similarity: 0.91, isShared: true))

    static let taughtFigures = TaughtFigures(amounts: ["energy": 350_000], milligrams: 120_000)
    static var figuredFood: SeenFood {
        var food = taughtFood
        food.taught = .init(foodID: nil, similarity: 0.91, isShared: false, figures: taughtFigures)
        return food
    }

    /// One of each event type, in the order of the contract.
    static let all = EventRegistry.all.flatMap { contract in
        samples.filter { $0.type == contract.type }
    }

    static let samples =
        orders + accountFacts + billingOrders + facts + billingFacts + measures + spending + erasures + exports
        + sharedFoods + lessons

    /// Samples about teaching (VIS-12…14).
    static let lessons: [Sample] = [
        Sample(
            LearnFood(
                accountID: account, mealID: MealID(uuid(7)), version: 2,
                foods: [
                    TaughtFood(regionID: RegionID(uuid(21)), foodID: "sr28-09040", milligrams: 120_000),
                    TaughtFood(regionID: RegionID(uuid(22)), savedFoodID: SavedFoodID(uuid(9))),
                    TaughtFood(regionID: RegionID(uuid(23))),
                ], names: Sealed(bytes: [7, 8, 9]), consentVersion: 3, mayTrain: true, taughtAt: moment)),
        Sample(
            ReviewLesson(
                accountID: account, lessonID: LessonID(uuid(24)), isAccepted: true, reviewedAt: moment)),
        Sample(
            LessonChanged(
                accountID: account, lessonID: LessonID(uuid(24)), version: 2, state: .proposed,
                mealID: MealID(uuid(7)), foodID: "sr28-09040", label: "other food", score: 0.6,
                box: [0.1, 0.2, 0.5, 0.6], photo: PhotoKey(account: account, id: uuid(5)),
                doubts: ["contradictsShared"], taughtAt: moment, changedAt: moment)),
    ]

    static let facts: [Sample] = [
        Sample(
            LabelRead(
                accountID: account, scanID: ScanID(uuid(2)), photo: PhotoKey(account: account, id: uuid(5)),
                outcome: .read, doubts: ["printTooSmall"], advice: ["comeCloser"], confidence: 0.96,
                predictor: "pp-ocr-small/6", milliseconds: 850, reading: Sealed(bytes: [1, 2, 3]), language: "en",
                gtin: "00012345600012", profileVersion: 3, requestedAt: moment, readAt: moment)),
        Sample(
            MealRecognized(
                accountID: account, mealID: MealID(uuid(7)), version: 1, days: [DayVersion(day: day, version: 3)],
                meal: photographed, photo: PhotoKey(account: account, id: uuid(5)), outcome: .recognized,
                advice: ["more-light"], foods: [seenFood], predictor: "food-small/0a1b2c3d", milliseconds: 120,
                requestedAt: moment, recognizedAt: moment)),
        Sample(VisionCommandRejected(accountID: account, problem: problem)),
        Sample(VisionCommandFailed(accountID: account, problem: problem)),
        Sample(
            ProfileChanged(
                accountID: account, version: 3, allergens: [.milk, .nuts], otherIngredients: Sealed(bytes: [9, 8]),
                diets: [.vegan], traces: .ignore, changedAt: moment)),
        Sample(
            ScanAssessed(
                accountID: account, scanID: ScanID(uuid(2)), version: 1, verdict: .contains, complete: true,
                language: "en", gtin: nil, contains: [.milk], mayContain: [.nuts], otherMatches: 1, profileVersion: 3,
                profileEmpty: false, profilePending: false, scannedAt: moment, assessedAt: moment,
                details: Sealed(bytes: [4, 5, 6]))),
        Sample(
            AllergenAlertRaised(
                accountID: account, alertID: AlertID(uuid(5)), cause: .recall, scanID: ScanID(uuid(2)),
                gtin: GTIN("4006381333931"),
                recall: RecallNotice(recallID: RecallID(uuid(6)), lot: "L42", reason: "Peanuts are not declared."),
                contains: [.group(.peanuts)], mayContain: [.species(.almond)], otherMatches: 1, scannedAt: moment,
                raisedAt: moment)),
        Sample(
            ProductChanged(
                gtin: product, version: 4, language: "en", contains: [.group(.milk)],
                mayContain: [.group(.nuts), .species(.almond)],
                evidence: [
                    ProductEvidence(
                        allergen: .group(.milk), term: "whey powder", rule: "ingredient-term", source: "lexicon")
                ], readings: 7, firstReadAt: moment, readAt: moment,
                change: ProductChange(at: moment, added: [.species(.almond)], removed: [.group(.soybeans)]))),
        Sample(
            ReactionChanged(
                accountID: account, reactionID: ReactionID(uuid(3)), version: 2, occurredOn: "2026-11-20",
                allergens: [.sesame], severity: nil, notes: Sealed(bytes: [7]), recordedAt: moment,
                deletedAt: moment)),
        Sample(
            MealJudged(
                accountID: account, mealID: MealID(uuid(7)), version: 2, mealVersion: 3,
                allergens: [
                    MealAllergen(allergen: .group(.peanuts), likelihood: .named, inProfile: true),
                    MealAllergen(allergen: .species(.almond), likelihood: .possible, permille: 125, inProfile: false),
                ], unknownItems: [MealItemID(uuid(10))], otherMatches: 1, profileVersion: 4, profileEmpty: false,
                details: Sealed(bytes: [4, 5, 6]), knowledgeVersion: "0a1b/1", news: .meal, eatenAt: moment,
                judgedAt: moment, deletedAt: moment)),
        purchaseJudged,
        Sample(AllergenCommandRejected(accountID: account, problem: problem)),
        Sample(AllergenCommandFailed(accountID: account, problem: problem)),
        Sample(
            MealChanged(
                accountID: account, mealID: MealID(uuid(7)), version: 3, day: day, eatenAt: moment, utcOffset: -18_000,
                slot: .custom, words: Sealed(bytes: [1, 2, 3]),
                items: [
                    MealItem(
                        itemID: MealItemID(uuid(8)), foodID: "sr28-09003", savedFoodID: SavedFoodID(uuid(9)),
                        source: .catalogue, milligrams: 150_000, basis: .hundredGrams, amounts: ["energy": 52_000]),
                    MealItem(
                        itemID: MealItemID(uuid(10)), foodID: nil, source: .none, milligrams: nil, basis: .hundredGrams,
                        amounts: [:]),
                ], totals: totals, recordedAt: moment, deletedAt: moment)),
        Sample(
            DayChanged(
                accountID: account, day: day, version: 5, meals: 1, totals: totals,
                slots: [
                    DaySlot(
                        slot: .custom, name: 0, meals: 1, of: 2, energy: .init(amount: 7_800_000_000, reported: 1))
                ], slotNames: Sealed(bytes: [4, 5]), changedAt: moment)),
        Sample(GoalsChanged(accountID: account, version: 1, goals: goals, changedAt: moment)),
        Sample(
            SavedFoodChanged(
                accountID: account, savedFoodID: SavedFoodID(uuid(9)), version: 3, food: savedFood, savedAt: moment,
                deletedAt: moment)),
        Sample(
            FoodChanged(
                accountID: account, ownFoodID: OwnFoodID(uuid(11)), version: 1, food: ownFood, addedAt: moment)),
        Sample(NutritionCommandRejected(accountID: account, problem: problem)),
        Sample(NutritionCommandFailed(accountID: account, problem: problem)),
        Sample(NoticeCreated(notice: notice)),
        Sample(NoticeChanged(notice: notice)),
        Sample(NotificationCommandRejected(accountID: account, problem: problem)),
        Sample(NotificationCommandFailed(accountID: account, problem: problem)),
    ]

    static let measures: [Sample] = [
        Sample(
            CapacityMeasured(
                measuredAt: moment, workers: 4,
                lanes: [
                    .init(lane: .label, secondsPerPhoto: 0.85, waiting: 7, running: 4),
                    .init(lane: .pro, secondsPerPhoto: 2.5, waiting: 0, running: 0),
                    .init(lane: .basic, secondsPerPhoto: 2.5, waiting: 0, running: 0),
                ])),
        Sample(
            RepublishRequested(
                consumer: "ingestion", missingTopic: "allergen.scan.v1",
                range: .offsets(partition: 2, from: 10, upTo: 20))),
    ]

    /// The same types with the fields that were added to them later.
    static let additions: [Sample] =
        billingAdditions + laterSharedFoods + vouched + laterRecognitions + [
            Sample(
                RecognizeMeal(
                    accountID: account, mealID: MealID(uuid(7)), version: 1, days: [DayVersion(day: day, version: 3)],
                    meal: photographed, photo: PhotoKey(account: account, id: uuid(5)), facts: photoFacts,
                    requestedAt: moment, isPro: true),
                added: "2026-11-24"),
            Sample(
                RecognizeMeal(
                    accountID: account, mealID: MealID(uuid(7)), version: 1, days: [DayVersion(day: day, version: 3)],
                    meal: photographed, photo: PhotoKey(account: account, id: uuid(5)), facts: photoFacts,
                    requestedAt: moment, isPro: true,
                    consents: CommandConsents(version: 4, allowed: ["processing", "remoteRecognition"])),
                added: "2026-11-24-consents"),
            Sample(
                MealRecognized(
                    accountID: account, mealID: MealID(uuid(7)), version: 1, days: [DayVersion(day: day, version: 3)],
                    meal: photographed, photo: PhotoKey(account: account, id: uuid(5)), outcome: .recognized,
                    advice: [], foods: [remoteFood], predictor: "food-small/0a1b2c3d", milliseconds: 2_120,
                    requestedAt: moment, recognizedAt: moment, names: Sealed(bytes: [1, 2, 3])),
                added: "2026-11-24-names"),
            Sample(
                RecognizeMeal(
                    accountID: account, mealID: MealID(uuid(7)), version: 1, days: [DayVersion(day: day, version: 3)],
                    meal: photographed, photo: PhotoKey(account: account, id: uuid(5)), facts: photoFacts,
                    requestedAt: moment, isPro: true,
                    camera: MealCamera(
                        focalX: 1_500, focalY: 1_500.5, centerX: 960, centerY: 540, width: 1_920, height: 1_080,
                        gravity: [0, 0.6, 0.8]),
                    depth: MealDepth(
                        key: PhotoKey(account: account, id: uuid(6)), width: 256, height: 192, encoding: .uint16,
                        measure: .depth, unit: 0.001, isUpright: false)),
                added: "2026-11-24-depths"),
            Sample(
                MealRecognized(
                    accountID: account, mealID: MealID(uuid(7)), version: 1, days: [DayVersion(day: day, version: 3)],
                    meal: photographed, photo: PhotoKey(account: account, id: uuid(5)), outcome: .recognized,
                    advice: [], foods: [measuredFood], predictor: "food-small/0a1b2c3d", milliseconds: 120,
                    requestedAt: moment, recognizedAt: moment),
                added: "2026-11-24-depths"),
            Sample(
                MealRecognized(
                    accountID: account, mealID: MealID(uuid(7)), version: 1, days: [DayVersion(day: day, version: 3)],
                    meal: photographed, photo: PhotoKey(account: account, id: uuid(5)), outcome: .recognized,
                    advice: [], foods: [taughtFood], predictor: "food-small/0a1b2c3d", milliseconds: 120,
                    requestedAt: moment, recognizedAt: moment, taughtNames: Sealed(bytes: [7, 8])),
                added: "2026-11-24"),
            Sample(
                LearnFood(
                    accountID: account, mealID: MealID(uuid(7)), version: 2,
                    foods: [TaughtFood(regionID: RegionID(uuid(21)), figures: taughtFigures)],
                    names: Sealed(bytes: [7, 8, 9]), consentVersion: 3, mayTrain: true, taughtAt: moment),
                added: "2026-11-27"),
            Sample(
                MealRecognized(
                    accountID: account, mealID: MealID(uuid(7)), version: 1, days: [DayVersion(day: day, version: 3)],
                    meal: photographed, photo: PhotoKey(account: account, id: uuid(5)), outcome: .recognized,
                    advice: [], foods: [figuredFood], predictor: "food-small/0a1b2c3d", milliseconds: 120,
                    requestedAt: moment, recognizedAt: moment, taughtNames: Sealed(bytes: [7, 8])),
                added: "2026-11-27"),
            Sample(NoticeCreated(notice: laterNotice), added: "2026-11-23-more-causes"),
            Sample(NoticeChanged(notice: provenNotice), added: "2026-11-24-deliveries"),
            Sample(
                SetShoppingPreferences(
                    accountID: account, version: 2, wishes: Sealed(bytes: [6]), consentVersion: 3),
                added: "2026-11-23"),
            Sample(
                SetAllergenProfile(
                    accountID: account, version: 4, allergens: [.group(.milk), .species(.almond)],
                    otherIngredients: Sealed(bytes: [9, 8]), diets: [], traces: .ignore, history: .lastTen),
                added: "2026-11-21"),
            Sample(
                ProfileChanged(
                    accountID: account, version: 4, allergens: [.group(.milk), .species(.almond)],
                    otherIngredients: Sealed(bytes: [9, 8]), diets: [], traces: .ignore, history: .lastTen,
                    changedAt: moment),
                added: "2026-11-21"),
            Sample(
                ScanAssessed(
                    accountID: account, scanID: ScanID(uuid(2)), version: 3, verdict: .mayContain, complete: true,
                    language: "en", gtin: "04006381333931", contains: [], mayContain: [.species(.almond)],
                    otherMatches: 0,
                    profileVersion: 4, profileEmpty: false, profilePending: false, scannedAt: moment,
                    assessedAt: moment,
                    details: nil, lexiconVersion: "0a1b", allContained: [.group(.milk)],
                    allPossible: [.species(.almond)],
                    reassessment: .compacted, deletedAt: moment),
                added: "2026-11-21"),
            Sample(
                RecordReaction(
                    accountID: account, reactionID: ReactionID(uuid(3)), version: 2, occurredOn: "2026-11-20",
                    timeOfDay: "19:30", allergens: [.species(.cod)], severity: nil, notes: Sealed(bytes: [7]),
                    links: links), added: "2026-11-21"),
            Sample(
                ReactionChanged(
                    accountID: account, reactionID: ReactionID(uuid(3)), version: 2, occurredOn: "2026-11-20",
                    timeOfDay: "19:30", allergens: [.species(.cod)], severity: nil, notes: Sealed(bytes: [7]),
                    links: links, recordedAt: moment, deletedAt: nil), added: "2026-11-21"),
            Sample(
                NoticeCreated(
                    notice: Notice(
                        accountID: account, noticeID: NoticeID(uuid(4)), version: 1, kind: .allergenAlert,
                        causeID: uuid(5).uuidString.lowercased(), scanID: ScanID(uuid(2)), gtin: GTIN("4006381333931"),
                        urgency: .alert, text: Sealed(bytes: [1]), createdAt: moment, readAt: nil, deletedAt: nil)),
                added: "2026-11-21"),
            Sample(SetGoals(accountID: account, version: 2, goals: GoalSettings(), from: day), added: "2026-11-22"),
            Sample(
                GoalsChanged(accountID: account, version: 2, goals: GoalSettings(), changedAt: moment, from: day),
                added: "2026-11-22"),
            Sample(
                FoodChanged(
                    accountID: account, ownFoodID: OwnFoodID(uuid(11)), version: 3, food: ownFood, addedAt: moment,
                    deletedAt: moment), added: "2026-11-22"),
            Sample(
                NoticeCreated(
                    notice: Notice(
                        accountID: account, noticeID: NoticeID(uuid(4)), version: 1, kind: .mealAllergens,
                        causeID: "\(MealID(uuid(7)))/meal", mealID: MealID(uuid(7)), urgency: .notice,
                        text: Sealed(bytes: [1]), createdAt: moment, readAt: nil, deletedAt: nil)),
                added: "2026-11-22"),
            Sample(
                MealChanged(
                    accountID: account, mealID: MealID(uuid(7)), version: 1, day: day, eatenAt: moment, utcOffset: 0,
                    slot: .lunch, words: Sealed(bytes: [1, 2, 3]),
                    items: [
                        MealItem(
                            itemID: MealItemID(uuid(8)), foodID: "sr28-09003", source: .catalogue, milligrams: 182_000,
                            basis: .hundredGrams, amounts: ["energy": 52_000], seen: confirmedFood)
                    ], totals: totals, recordedAt: moment, deletedAt: nil),
                added: "2026-11-22"),
        ] + spendingAdditions

    static var measuredFood: SeenFood {
        var food = seenFood
        food.outline = [0.1, 0.2, 0.5, 0.2, 0.5, 0.6]
        (food.method, food.guessedMilligrams) = (.measured, 170_000)
        return food
    }

    static var confirmedFood: SeenFood {
        var food = seenFood
        food.foodID = "sr28-09003"
        return food
    }

    static let links = ReactionLinks(
        gtin: GTIN("4006381333931"), scanID: ScanID(uuid(2)), mealID: MealID(uuid(7)))
}
