/// Leads each endpoint of the route table to the code that answers it.
package struct Endpoints: Sendable {
    let references: ReferenceCheck
    let plans: PlanGate
    let account: AccountEndpoints
    let erasures: ErasureEndpoints
    let exports: ExportEndpoints
    let consents: ConsentEndpoints
    let sessions: SessionEndpoints
    let profile: ProfileEndpoints
    let scans: ScanEndpoints
    let photos: PhotoEndpoints
    let notifications: NotificationEndpoints
    let notificationPreferences: NotificationPreferencesEndpoints
    let pushSubscriptions: PushSubscriptionEndpoints
    let unsubscribing: UnsubscribeEndpoints
    let reactions: ReactionEndpoints
    let meals: MealEndpoints
    let days: DayEndpoints
    let goals: GoalsEndpoints
    let reports: ReportEndpoints
    let advice: AdviceEndpoints
    let trends: TrendEndpoints
    let suggestions: SuggestionEndpoints
    let shares: ShareEndpoints
    let subscriptions: SubscriptionEndpoints
    let paymentNotices: PaymentNoticeEndpoint
    let savedFoods: SavedFoodEndpoints
    let products: ProductEndpoints
    let receipts: ReceiptEndpoints
    let spending: SpendingEndpoints
    let foodCosts: FoodCostEndpoints
    let budgets: BudgetEndpoints
    let shopping: ShoppingEndpoints
    let shoppingSuggestions: ShoppingSuggestionEndpoints
    let foods: FoodEndpoints
    let submissions: FoodSubmissionEndpoints
    let catalogue: CatalogueEndpoints
    let reviews: ReviewEndpoints
    let feedback: FeedbackEndpoints
    let events: EventStreamEndpoint
    let announcements: AnnouncementEndpoints
    let service: ServiceEndpoints
    let audit: AuditEndpoints
    let admin: AdminEndpoints
    let grants: GrantEndpoints
    let secondFactor: SecondFactorEndpoints
    let seats: SeatEndpoints
    let gifts: GiftEndpoints
    let paymentReceipts: PaymentReceiptEndpoint
    let promotions: PromotionEndpoints
    let passkeys: PasskeyEndpoints
    let issuers: IssuerEndpoints
    let households: HouseholdEndpoints

    /// The answer to a call.
    ///
    /// - Throws: A `ProblemDetails` for what the client did, or what went wrong underneath.
    package func answer(_ call: Call) async throws -> Answer {
        try await plans.admit(call)
        try await references.require(call)
        return try await dispatch(call)
    }

    private func dispatch(_ call: Call) async throws -> Answer {
        switch call.route.endpoint {
        case .readTerms: try account.readTerms()
        case .acceptTerms: try await account.acceptTerms(call)
        case .registerAccount: try await account.register(call)
        case .createSession: try await sessions.create(call)
        case .refreshSession: try await sessions.refresh(call)
        case .endSession: try await sessions.end(call)
        case .listSessions: try await sessions.list(call)
        case .endOtherSessions: try await sessions.endOthers(call)
        case .endOneSession: try await sessions.endOne(call)
        case .readAccount: try await account.read(call)
        case .changeAccount: try await account.change(call)
        case .verifyAddress: try await account.verify(call)
        case .recoverAccount: try await account.recover(call)
        case .startProof: try await account.startProof(call)
        case .eraseAccount: try await erasures.erase(call)
        case .restoreAccount: try await erasures.restore(call)
        case .startRegistration: try await account.startRegistration(call)
        case .removePassword: try await account.dropPassword(call)
        case .addPasskeysAsSecondFactor: try await secondFactor.addPasskeys(call)
        case .readErasure: try await erasures.read(call)
        case .listErasureKeys: try await erasures.keys()
        case .requestExport: try await exports.request(call)
        case .readExport: try await exports.read(call)
        case .fetchExport: try await exports.fetch(call)
        case .readConsents: try await consents.read(call)
        case .setConsents: try await consents.set(call)
        case .listConsents: try await consents.history(call)
        case .readAccessLog: try await audit.readAccessLog(call)
        case .readSecondFactor: try await secondFactor.read(call)
        case .addSecondFactor: try await secondFactor.add(call)
        case .confirmSecondFactor: try await secondFactor.confirm(call)
        case .removeSecondFactor: try await secondFactor.remove(call)
        case .listPasskeys: try await passkeys.list(call)
        case .startPasskey: try await passkeys.start(call)
        case .addPasskey: try await passkeys.add(call)
        case .renamePasskey: try await passkeys.rename(call)
        case .removePasskey: try await passkeys.remove(call)
        case .startPasskeySession: try await sessions.startPasskey(call)
        case .createPasskeySession: try await sessions.createByPasskey(call)
        case .listIdentities: try await issuers.list(call)
        case .addIdentity: try await issuers.add(call)
        case .removeIdentity: try await issuers.remove(call)
        case .startIssuerSession: try await issuers.start(call)
        case .createIssuerSession: try await issuers.create(call)
        case .listGrants: try await grants.list(call)
        case .offerGrant: try await grants.offer(call)
        case .acceptGrant: try await grants.accept(call)
        case .readGrant: try await grants.read(call)
        case .endGrant: try await grants.end(call)
        case .readAudit: try await audit.read(call)
        case .findAccount: try await admin.find(call)
        case .readAccountRecord: try await admin.read(call)
        case .changeAccountRecord: try await admin.change(call)
        case .grantRole: try await admin.grantRole(call)
        case .revokeRoles: try await admin.revokeRoles(call)
        case .breakGlass: try await admin.breakGlass(call)
        case .readAccountSecurity: try await admin.readSecurity(call)
        case .readStatistics: try await admin.readStatistics(call)
        case .listAllergens: try await profile.listAllergens(call)
        case .readAllergenProfile: try await profile.read(call)
        case .setAllergenProfile: try await profile.set(call)
        case .assessLabel: try await scans.assess(call)
        case .listLabelScans: try await scans.list(call)
        case .readLabelScan: try await scans.read(call)
        case .correctLabelScan: try await scans.correct(call)
        case .createPhoto: try await photos.create(call)
        case .readPhoto: try await photos.read(call)
        case .replacePhoto: try await photos.replace(call)
        case .deletePhoto: try await photos.delete(call)
        case .readOperation: try await scans.readOperation(call)
        case .listNotifications: try await notifications.list(call)
        case .readNotification: try await notifications.read(call)
        case .changeNotification: try await notifications.change(call)
        case .deleteNotification: try await notifications.delete(call)
        case .readNotificationPreferences: try await notificationPreferences.read(call)
        case .setNotificationPreferences: try await notificationPreferences.set(call)
        case .listPushSubscriptions: try await pushSubscriptions.list(call)
        case .addPushSubscription: try await pushSubscriptions.add(call)
        case .removePushSubscription: try await pushSubscriptions.remove(call)
        case .askToUnsubscribe: try unsubscribing.ask(call)
        case .unsubscribe: try await unsubscribing.take(call)
        case .streamEvents: try await events.stream(call)
        case .listReactions: try await reactions.list(call)
        case .recordReaction: try await reactions.record(call)
        case .readReaction: try await reactions.read(call)
        case .changeReaction: try await reactions.change(call)
        case .deleteReaction: try await reactions.delete(call)
        case .restoreReaction: try await reactions.restore(call)
        case .listExposures: try await reactions.exposures(call)
        case .listMeals: try await meals.list(call)
        case .recordMeal: try await meals.record(call)
        case .readMeal: try await meals.read(call)
        case .changeMeal: try await meals.change(call)
        case .deleteMeal: try await meals.delete(call)
        case .restoreMeal: try await meals.restore(call)
        case .listMealVersions: try await meals.versions(call)
        case .readDay: try await days.read(call)
        case .readCalendar: try await days.calendar(call)
        case .readMealReport: try await reports.meal(call)
        case .readDayReport: try await reports.day(call)
        case .readReport: try await reports.read(call)
        case .keepReport: try await reports.keep(call)
        case .listReports: try await reports.list(call)
        case .removeReport: try await reports.remove(call)
        case .readIntake: try await reports.intake(call)
        case .readAdvice: try await advice.read(call)
        case .readTrend: try await trends.read(call)
        case .readSuggestions: try await suggestions.read(call)
        case .shareMeal: try await shares.share(call)
        case .shareDay: try await shares.shareDay(call)
        case .listShares: try await shares.list(call)
        case .withdrawShare: try await shares.withdraw(call)
        case .readSharedPicture: try await shares.picture(call)
        case .readSharedPhoto: try await shares.photo(call)
        case .readGoals: try await goals.read(call)
        case .setGoals: try await goals.set(call)
        case .listSavedFoods: try await savedFoods.list(call)
        case .saveFood: try await savedFoods.save(call)
        case .readSavedFood: try await savedFoods.read(call)
        case .changeSavedFood: try await savedFoods.change(call)
        case .deleteSavedFood: try await savedFoods.delete(call)
        case .restoreSavedFood: try await savedFoods.restore(call)
        case .addFood: try await foods.add(call)
        case .listPlans: try await subscriptions.list(call)
        case .readSubscription: try await subscriptions.read(call)
        case .startSubscription: try await subscriptions.start(call)
        case .changeSubscription: try await subscriptions.change(call)
        case .cancelSubscription: try await subscriptions.cancel(call)
        case .listPayments: try await subscriptions.payments(call)
        case .refundPayment: try await subscriptions.refund(call)
        case .takePaymentNotice: try await paymentNotices.take(call)
        case .readProduct: try await products.read(call)
        case .listProducts: try await products.purchased.list(call)
        case .changeProduct: try await products.purchased.change(call)
        case .listReceipts: try await receipts.list(call)
        case .recordReceipt: try await receipts.record(call)
        case .readReceipt: try await receipts.read(call)
        case .readReceiptPhoto: try await receipts.photo(call)
        case .changeReceipt: try await receipts.change(call)
        case .deleteReceipt: try await receipts.delete(call)
        case .undoReceiptChange: try await receipts.undo(call)
        case .importReceipts: try await receipts.importFile(call)
        case .createHousehold: try await households.create(call)
        case .readHousehold: try await households.read(call)
        case .changeHousehold: try await households.change(call)
        case .endHousehold: try await households.end(call)
        case .inviteToHousehold: try await households.invite(call)
        case .joinHousehold: try await households.accept(call)
        case .removeHouseholdMember: try await households.remove(call)
        case .shareReceipt: try await households.share(call)
        case .listHouseholdReceipts: try await households.listReceipts(call)
        case .readHouseholdReceipt: try await households.readReceipt(call)
        case .readSpending: try await spending.read(call)
        case .readSpendingChart: try await spending.chart(call)
        case .listStores: try await spending.stores(call)
        case .readProductPrices: try await spending.prices(call)
        case .readMealCost: try await foodCosts.meal(call)
        case .listBudgets: try await budgets.list(call)
        case .createBudget: try await budgets.create(call)
        case .readBudget: try await budgets.read(call)
        case .changeBudget: try await budgets.change(call)
        case .deleteBudget: try await budgets.delete(call)
        case .restoreBudget: try await budgets.restore(call)
        case .judgeBudgetAdvice: try await budgets.judge(call)
        case .readShoppingPreferences: try await shopping.read(call)
        case .setShoppingPreferences: try await shopping.set(call)
        case .readShoppingSuggestions: try await shoppingSuggestions.read(call)
        case .judgeShoppingSuggestions: try await shoppingSuggestions.judge(call)
        case .searchFoods: try await foods.search(call)
        case .readFood: try await foods.read(call)
        case .changeFood: try await foods.change(call)
        case .deleteFood: try await foods.delete(call)
        case .restoreFood: try await foods.restore(call)
        case .listSeats: try await seats.list(call)
        case .offerSeat: try await seats.offer(call)
        case .removeSeat: try await seats.remove(call)
        case .listUsedSeats: try await seats.used(call)
        case .acceptSeat: try await seats.accept(call)
        case .leaveSeat: try await seats.leave(call)
        case .givePlan: try await gifts.give(call)
        case .takeBackPlan: try await gifts.takeBack(call)
        case .readPaymentReceipt: try await paymentReceipts.read(call)
        case .readPromotion: try await promotions.next(call)
        case .dismissPromotion: try await promotions.dismiss(call)
        case .submitFood: try await submissions.submit(call)
        case .listFoodSubmissions: try await submissions.list(call)
        case .readFoodSubmission: try await submissions.read(call)
        case .withdrawFood: try await submissions.withdraw(call)
        case .findCatalogueFood: try await catalogue.find(call)
        case .readCatalogueFood: try await catalogue.read(call)
        case .setCatalogueFood: try await catalogue.set(call)
        case .withdrawCatalogueFood: try await catalogue.withdraw(call)
        case .listReviews: try await reviews.list(call)
        case .readReview: try await reviews.read(call)
        case .readReviewPhoto: try await reviews.photo(call)
        case .claimReview: try await reviews.claim(call)
        case .decideReview: try await reviews.decide(call)
        case .sendFeedback: try await feedback.send(call)
        case .listFeedback: try await feedback.list(call)
        case .readAccuracy: try await admin.readAccuracy(call)
        case .readDescription: service.description()
        case .listAnnouncements: try await announcements.list()
        case .live: try service.live()
        case .ready: try await service.ready()
        }
    }
}
