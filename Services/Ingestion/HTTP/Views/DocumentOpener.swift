import EventContracts
import Sealing

/// Opens what a document holds sealed, for its owner.
struct DocumentOpener: Sendable {
    let sealer: Sealer

    /// The resource as clients see it.
    ///
    /// - Throws: A `SealingError`, or a `DecodingError` when the document is not what its kind says.
    func view(of document: Document) async throws -> ResourceView {
        switch document.resource.kind {
        case .labelScan: .labelScan(try await labelScan(EventCoding.decode(ScanAssessed.self, from: document.body)))
        case .allergenProfile:
            .allergenProfile(try await profile(EventCoding.decode(ProfileChanged.self, from: document.body)))
        case .reaction: .reaction(try await reaction(EventCoding.decode(ReactionChanged.self, from: document.body)))
        case .notification:
            .notification(try await notification(EventCoding.decode(NoticeCreated.self, from: document.body).notice))
        case .meal:
            .meal(try await meal(EventCoding.decode(MealChanged.self, from: document.body), document.companion))
        case .mealAllergens:
            .mealAllergens(try await allergens(EventCoding.decode(MealJudged.self, from: document.body)))
        case .goals, .goalPeriod: .goals(try await goals(EventCoding.decode(GoalsChanged.self, from: document.body)))
        case .savedFood:
            .savedFood(try await savedFood(EventCoding.decode(SavedFoodChanged.self, from: document.body)))
        case .ownFood: .ownFood(try await ownFood(EventCoding.decode(FoodChanged.self, from: document.body)))
        case .receipt:
            .receipt(
                try await receipt(EventCoding.decode(ReceiptChanged.self, from: document.body), document.companion))
        case .purchaseAllergens:
            .purchaseAllergens(try await allergens(EventCoding.decode(PurchaseJudged.self, from: document.body)))
        case .foodSubmission:
            .foodSubmission(
                try await submission(EventCoding.decode(FoodSubmissionChanged.self, from: document.body)))
        case .catalogueFood: throw UnknownStoredValue(column: "documents.kind")
        case .purchasedProduct:
            .purchasedProduct(
                try await purchasedProduct(EventCoding.decode(PurchasedProductChanged.self, from: document.body)))
        case .budget: .budget(try await budget(EventCoding.decode(BudgetChanged.self, from: document.body)))
        case .shoppingPreferences:
            .shoppingPreferences(
                try await shopping(EventCoding.decode(ShoppingPreferencesChanged.self, from: document.body)))
        case .subscription:
            .subscription(SubscriptionView(try EventCoding.decode(SubscriptionChanged.self, from: document.body)))
        case .payment: .payment(PaymentView(try EventCoding.decode(PaymentChanged.self, from: document.body)))
        case .entitlement:
            .entitlement(try EventCoding.decode(EntitlementChanged.self, from: document.body).entitlements)
        case .day: .day(try await day(EventCoding.decode(DayChanged.self, from: document.body)))
        }
    }

    private func labelScan(_ scan: ScanAssessed) async throws -> LabelScanView {
        guard let details = scan.details else { return LabelScanView(scan, details: nil) }
        return LabelScanView(
            scan, details: try await sealer.open(details, .scanDetails(scan.scanID, of: scan.accountID)))
    }

    private func profile(_ profile: ProfileChanged) async throws -> AllergenProfileView {
        AllergenProfileView(
            allergens: profile.allergens,
            otherIngredients: try await sealer.open(
                profile.otherIngredients, .otherIngredients(of: profile.accountID)),
            diets: profile.diets, traces: profile.traces, history: profile.history ?? .keep, version: profile.version,
            changedAt: profile.changedAt)
    }

    private func reaction(_ reaction: ReactionChanged) async throws -> ReactionView {
        let notes = try await sealer.open(
            reaction.notes, .reactionNotes(reaction.reactionID, of: reaction.accountID))
        return ReactionView(
            id: reaction.reactionID, occurredOn: reaction.occurredOn, timeOfDay: reaction.timeOfDay,
            allergens: reaction.allergens, severity: reaction.severity, symptoms: notes.symptoms ?? [],
            gtin: reaction.links?.gtin, scan: reaction.links?.scanID, meal: reaction.links?.mealID, cause: notes.cause,
            notes: notes.notes, version: reaction.version,
            recordedAt: reaction.recordedAt)
    }

    /// A meal, with its allergens when they are those of this version of it.
    func meal(_ meal: MealChanged, _ companion: Document.Companion?) async throws -> MealView {
        let words = try await sealer.open(meal.words, .mealWords(meal.mealID, of: meal.accountID))
        let judged = try companion.map { try EventCoding.decode(MealJudged.self, from: $0.body) }
        guard let judged, judged.mealVersion == meal.version else { return MealView(meal, words, allergens: nil) }
        return MealView(meal, words, allergens: try await allergens(judged))
    }

    private func allergens(_ judged: MealJudged) async throws -> MealAllergensView {
        let details = try await sealer.open(judged.details, .mealAllergens(judged.mealID, of: judged.accountID))
        return MealAllergensView(judged, details)
    }

    private func savedFood(_ saved: SavedFoodChanged) async throws -> SavedFoodView {
        let context = SealingContext.savedFoodWords(saved.savedFoodID, of: saved.accountID)
        return SavedFoodView(saved, try await sealer.open(saved.food.words, context))
    }

    private func submission(_ submission: FoodSubmissionChanged) async throws -> FoodSubmissionView {
        let context = SealingContext.ownFoodWords(submission.ownFoodID, of: submission.accountID)
        return FoodSubmissionView(submission, try await sealer.open(submission.food.words, context))
    }

    private func ownFood(_ food: FoodChanged) async throws -> OwnFoodView {
        let context = SealingContext.ownFoodWords(food.ownFoodID, of: food.accountID)
        return OwnFoodView(food, try await sealer.open(food.food.words, context))
    }

    /// A purchase, with its allergens when they are those of this version of it.
    private func receipt(_ told: ReceiptChanged, _ companion: Document.Companion?) async throws -> ReceiptView {
        let record = try await sealer.open(told.record, .receiptRecord(told.receiptID, of: told.accountID))
        let judged = try companion.map { try EventCoding.decode(PurchaseJudged.self, from: $0.body) }
        guard let judged, judged.receiptVersion == told.version else { return ReceiptView(told, record, nil) }
        return ReceiptView(told, record, try await allergens(judged))
    }

    private func allergens(_ judged: PurchaseJudged) async throws -> PurchaseAllergensView {
        let context = SealingContext.purchaseAllergens(judged.receiptID, of: judged.accountID)
        return PurchaseAllergensView(judged, try await sealer.open(judged.details, context))
    }

    private func purchasedProduct(_ told: PurchasedProductChanged) async throws -> PurchasedProductView {
        let context = SealingContext.purchasedProductWords(told.productID, of: told.accountID)
        return PurchasedProductView(told, try await sealer.open(told.words, context))
    }

    /// How and where a person shops.
    func shopping(_ told: ShoppingPreferencesChanged) async throws -> ShoppingPreferencesView {
        let wishes = try await sealer.open(told.wishes, .shoppingWishes(of: told.accountID))
        return ShoppingPreferencesView(wishes, version: told.version, changedAt: told.changedAt)
    }

    func budget(_ told: BudgetChanged) async throws -> BudgetView {
        BudgetView(told, try await sealer.open(told.words, .budgetWords(told.budgetID, of: told.accountID)))
    }

    private func goals(_ changed: GoalsChanged) async throws -> GoalsView {
        guard let basis = changed.goals.basis else { return GoalsView(changed, nil) }
        return GoalsView(changed, try await sealer.open(basis, .goalBasis(of: changed.accountID)))
    }

    /// A day beside the goals of its owner.
    func day(_ day: DayChanged, goals: GoalsChanged? = nil) async throws -> DayView {
        guard let names = day.slotNames else { return DayView(day, slotNames: [], goals: goals) }
        return DayView(
            day, slotNames: try await sealer.open(names, .daySlotNames(day.dayID, of: day.accountID)), goals: goals)
    }

    private func notification(_ notice: Notice) async throws -> NotificationView {
        let text = try await sealer.open(notice.text, .noticeText(notice.noticeID, of: notice.accountID))
        return NotificationView(
            id: notice.noticeID, kind: notice.kind, urgency: notice.urgency, title: text.title, body: text.body,
            language: text.language, read: notice.readAt != nil, readAt: notice.readAt, cause: notice.causeID,
            scan: notice.scanID, gtin: notice.gtin, meal: notice.mealID, budget: notice.budgetID,
            product: notice.productID, receipt: notice.receiptID, payment: notice.paymentID, grant: notice.grantID,
            export: notice.exportID, submission: notice.submissionID, day: notice.day,
            why: notice.why, deliveries: notice.deliveries, createdAt: notice.createdAt, version: notice.version)
    }
}

extension Notice {
    /// Where what it tells of is read; nil where there is nothing but the notice.
    var why: String? {
        switch kind {
        case .scanAssessed, .allergenAlert:
            scanID.map { "/v1/label-scans/\($0)" } ?? (kind == .scanAssessed ? "/v1/label-scans/\(causeID)" : nil)
        case .recall: gtin.map { "/v1/products/\($0.digits)" }
        case .mealAllergens: mealID.map { "/v1/meals/\($0)" }
        case .reportReady: mealID.map { "/v1/meals/\($0)/report" }
        case .intakeOffGoal: day.map { "/v1/days/\($0)/advice" }
        case .dailyReport: day.map { "/v1/days/\($0)/report" }
        case .mealReminder: day.map { "/v1/days/\($0)" }
        case .budgetExceeded: budgetID.map { "/v1/budgets/\($0)" }
        case .lowerPrice: productID.map { "/v1/products/\($0)" }
        case .purchaseAllergens: receiptID.map { "/v1/receipts/\($0)" }
        case .grantChanged: grantID.map { "/v1/grants/\($0)" }
        case .subscriptionChanged: "/v1/subscription"
        case .paymentChanged: "/v1/payments"
        case .exportReady, .submissionReviewed, .releaseNotes, .serviceDegraded, .retirement: nil
        }
    }
}
