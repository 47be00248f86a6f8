import EventContracts
import HTTPTypes
import Hummingbird

/// What a signed-in client may do, as its access token says.
package enum Scope: String, Sendable, CaseIterable {
    case account, profile, scans, operations, notifications, events, reactions, foods, meals, purchases, billing
    /// What needs a role of staff as well, which no token tells.
    case staff
}

/// Who may use a route.
package enum Access: Sendable, Equatable {
    case anyone
    /// Somebody with a valid access token of that scope; `beforeTerms` also while new terms wait to be accepted.
    case signedIn(Scope, beforeTerms: Bool = false)
    /// Somebody with a token of the scope `staff` who has, at this moment, a role with the permission.
    case staff(Permission)
}

/// The operation a route leads to; the raw value is its `operationId` in `openapi.yaml`.
package enum Endpoint: String, Sendable, CaseIterable {
    case readTerms, acceptTerms, startRegistration, registerAccount, removePassword, createSession, refreshSession,
        endSession
    case readAccessLog, readAudit
    case readSecondFactor, addSecondFactor, addPasskeysAsSecondFactor, confirmSecondFactor, removeSecondFactor
    case listGrants, offerGrant, acceptGrant, readGrant, endGrant
    case findAccount, readAccountRecord, changeAccountRecord, grantRole, revokeRoles, breakGlass, readAccountSecurity,
        readStatistics
    case listSessions, endOtherSessions, endOneSession, readAccount, changeAccount
    case verifyAddress, recoverAccount
    case listPasskeys, startPasskey, addPasskey, renamePasskey, removePasskey, startPasskeySession, createPasskeySession
    case listIdentities, addIdentity, removeIdentity, startIssuerSession, createIssuerSession
    case startProof, eraseAccount, restoreAccount, readErasure, listErasureKeys
    case requestExport, readExport, fetchExport
    case readConsents, setConsents, listConsents
    case listAllergens, readAllergenProfile, setAllergenProfile
    case assessLabel, listLabelScans, readLabelScan, correctLabelScan, readOperation
    case createPhoto, readPhoto, replacePhoto, deletePhoto
    case listNotifications, readNotification, changeNotification, deleteNotification, streamEvents
    case readNotificationPreferences, setNotificationPreferences
    case listPushSubscriptions, addPushSubscription, removePushSubscription
    case listReactions, recordReaction, readReaction, changeReaction, deleteReaction,
        restoreReaction, listExposures
    case listMeals, recordMeal, readMeal, changeMeal, deleteMeal, restoreMeal, listMealVersions, readDay, readCalendar,
        readMealReport,
        readDayReport, readReport, keepReport, listReports, removeReport, readIntake, readAdvice, readTrend,
        readSuggestions,
        shareMeal, shareDay, listShares, withdrawShare, readSharedPicture,
        readSharedPhoto
    case readGoals, setGoals, listSavedFoods, saveFood, readSavedFood, changeSavedFood, deleteSavedFood,
        restoreSavedFood, addFood
    case listPlans, readSubscription, startSubscription, changeSubscription, cancelSubscription, listPayments,
        refundPayment, takePaymentNotice
    case readProduct, listProducts, changeProduct
    case listReceipts, recordReceipt, readReceipt, changeReceipt, deleteReceipt, undoReceiptChange, importReceipts,
        readReceiptPhoto
    case readSpending, readSpendingChart, listStores, readProductPrices, readMealCost
    case listBudgets, createBudget, readBudget, changeBudget, deleteBudget, restoreBudget, judgeBudgetAdvice
    case readShoppingPreferences, setShoppingPreferences
    case readShoppingSuggestions, judgeShoppingSuggestions
    case createHousehold, readHousehold, changeHousehold, endHousehold, inviteToHousehold, joinHousehold,
        removeHouseholdMember, shareReceipt, listHouseholdReceipts, readHouseholdReceipt
    case askToUnsubscribe, unsubscribe
    case searchFoods, readFood, changeFood, deleteFood, restoreFood
    case listAnnouncements
    case listSeats, offerSeat, removeSeat, listUsedSeats, acceptSeat, leaveSeat
    case givePlan, takeBackPlan
    case readPaymentReceipt, readPromotion, dismissPromotion
    case submitFood, listFoodSubmissions, readFoodSubmission, withdrawFood
    case findCatalogueFood, readCatalogueFood, setCatalogueFood, withdrawCatalogueFood
    case listReviews, readReview, readReviewPhoto, claimReview, decideReview, sendFeedback, listFeedback, readAccuracy
    case readDescription, live, ready

    /// Whether a request that changes something must say how: bringing back, giving back, undoing and sharing say enough
    /// by themselves; who sends no code asks for one.
    var needsBody: Bool {
        ![
            .restoreMeal, .shareMeal, .shareDay, .undoReceiptChange, .refundPayment, .verifyAddress, .restoreAccount,
            .restoreReaction, .restoreSavedFood, .restoreFood, .restoreBudget,
            .dismissPromotion, .submitFood, .claimReview, .startPasskey, .startPasskeySession, .removePasskey,
            .removeIdentity, .removePassword, .addPasskeysAsSecondFactor, .inviteToHousehold,
        ].contains(self)
    }
    /// Whether it may wait until the person's address is verified: sharing and buying (C2).
    var isForVerified: Bool { [.shareMeal, .shareDay, .startSubscription].contains(self) }
    /// Whether the body does not matter, such as the form that a mail program sends.
    var ignoresBody: Bool { self == .unsubscribe }
    /// What the person must not have refused for it; nil for what needs no consent, such as reading and taking away.
    package var neededConsent: ConsentPurpose? {
        switch self {
        case .shareMeal, .shareDay, .offerGrant, .submitFood, .createHousehold, .inviteToHousehold, .joinHousehold:
            .sharing
        case .setAllergenProfile, .assessLabel, .correctLabelScan, .createPhoto, .replacePhoto, .recordReaction,
            .changeReaction, .keepReport, .recordMeal, .changeMeal, .setGoals, .saveFood, .changeSavedFood, .addFood,
            .changeFood,
            .recordReceipt, .changeReceipt, .importReceipts, .changeProduct, .createBudget, .changeBudget,
            .setShoppingPreferences:
            .processing
        default: nil
        }
    }
    /// Whether a request that takes away says more than its path.
    var bringsBody: Bool { [.eraseAccount, .removePasskey, .removeIdentity, .removePassword].contains(self) }
    /// Whether it is for a person who may still think the erasure of their account over.
    var isOpenWhileErasing: Bool {
        [.readAccount, .restoreAccount, .endSession, .startProof, .requestExport, .readExport, .fetchExport]
            .contains(self)
    }
    /// Under which scope somebody who is signed in is known at a route that is for anyone; nil where nobody is.
    var knownUnder: Scope? { self == .listPlans ? .billing : nil }
    /// Whether the body is taken as the bytes that came, since they are signed.
    var takesRawBody: Bool { self == .takePaymentNotice }
}

/// One line of the route table.
package struct Route: Sendable, Equatable {
    package let method: HTTPRequest.Method
    /// Segments after each `/`; one of them, `{id}`, `{date}`, `{product}`, `{food}`, `{name}` or `{token}`, stands for any one segment.
    package let path: String
    package let access: Access
    package let endpoint: Endpoint

    fileprivate init(_ method: HTTPRequest.Method, _ path: String, _ access: Access, _ endpoint: Endpoint) {
        self.method = method
        self.path = path
        self.access = access
        self.endpoint = endpoint
    }

    /// Whether a request's body is read: of one that changes something, and says more than its path.
    func readsBody(of request: Request) -> Bool {
        switch request.method {
        case .post, .put, .patch: true
        case .delete: endpoint.bringsBody
        default: false
        }
    }
}

/// Every route there is; what is not in the table does not exist (default deny).
package struct RouteTable: Sendable {
    /// What a method and a path lead to.
    package enum Match: Sendable, Equatable {
        case route(Route, id: String?)
        /// The path exists with other methods.
        case otherMethods([HTTPRequest.Method])
        case nothing
    }

    package static let gateway = RouteTable(routes: [
        Route(.get, "/v1/terms", .anyone, .readTerms),
        Route(.put, "/v1/terms/acceptance", .signedIn(.account, beforeTerms: true), .acceptTerms),
        Route(.post, "/v1/accounts", .anyone, .registerAccount),
        Route(.post, "/v1/accounts/passkey/options", .anyone, .startRegistration),
        Route(.post, "/v1/accounts/verification", .signedIn(.account, beforeTerms: true), .verifyAddress),
        Route(.post, "/v1/accounts/recovery", .anyone, .recoverAccount),
        Route(.post, "/v1/sessions", .anyone, .createSession),
        Route(.post, "/v1/sessions/refresh", .anyone, .refreshSession),
        Route(.delete, "/v1/sessions/current", .signedIn(.account, beforeTerms: true), .endSession),
        Route(.get, "/v1/sessions", .signedIn(.account, beforeTerms: true), .listSessions),
        Route(.delete, "/v1/sessions", .signedIn(.account, beforeTerms: true), .endOtherSessions),
        Route(.delete, "/v1/sessions/{id}", .signedIn(.account, beforeTerms: true), .endOneSession),
        Route(.get, "/v1/account", .signedIn(.account), .readAccount),
        Route(.patch, "/v1/account", .signedIn(.account), .changeAccount),
        Route(.delete, "/v1/account", .signedIn(.account, beforeTerms: true), .eraseAccount),
        Route(.delete, "/v1/account/password", .signedIn(.account), .removePassword),
        Route(.post, "/v1/account/proof", .signedIn(.account, beforeTerms: true), .startProof),
        Route(.post, "/v1/account/restore", .signedIn(.account, beforeTerms: true), .restoreAccount),
        Route(.get, "/v1/erasures/{token}", .anyone, .readErasure),
        Route(.get, "/v1/erasure-keys", .anyone, .listErasureKeys),
        Route(.post, "/v1/export", .signedIn(.account, beforeTerms: true), .requestExport),
        Route(.get, "/v1/exports/{id}", .signedIn(.account, beforeTerms: true), .readExport),
        Route(.get, "/v1/exports/{id}/content", .signedIn(.account, beforeTerms: true), .fetchExport),
        Route(.get, "/v1/consents", .signedIn(.account, beforeTerms: true), .readConsents),
        Route(.put, "/v1/consents", .signedIn(.account, beforeTerms: true), .setConsents),
        Route(.get, "/v1/consents/history", .signedIn(.account, beforeTerms: true), .listConsents),
        Route(.get, "/v1/account/totp", .signedIn(.account), .readSecondFactor),
        Route(.post, "/v1/account/totp", .signedIn(.account), .addSecondFactor),
        Route(.post, "/v1/account/passkeys/second-factor", .signedIn(.account), .addPasskeysAsSecondFactor),
        Route(.post, "/v1/account/totp/confirm", .signedIn(.account), .confirmSecondFactor),
        Route(.post, "/v1/account/totp/removal", .signedIn(.account), .removeSecondFactor),
        Route(.get, "/v1/account/passkeys", .signedIn(.account), .listPasskeys),
        Route(.post, "/v1/account/passkeys/options", .signedIn(.account), .startPasskey),
        Route(.post, "/v1/account/passkeys", .signedIn(.account), .addPasskey),
        Route(.patch, "/v1/account/passkeys/{id}", .signedIn(.account), .renamePasskey),
        Route(.delete, "/v1/account/passkeys/{id}", .signedIn(.account), .removePasskey),
        Route(.post, "/v1/sessions/passkey/options", .anyone, .startPasskeySession),
        Route(.post, "/v1/sessions/passkey", .anyone, .createPasskeySession),
        Route(.get, "/v1/account/identities", .signedIn(.account), .listIdentities),
        Route(.post, "/v1/account/identities", .signedIn(.account), .addIdentity),
        Route(.delete, "/v1/account/identities/{id}", .signedIn(.account), .removeIdentity),
        Route(.get, "/v1/sessions/oidc/{name}", .anyone, .startIssuerSession),
        Route(.post, "/v1/sessions/oidc/{name}", .anyone, .createIssuerSession),
        Route(.get, "/v1/access-log", .signedIn(.account), .readAccessLog),
        Route(.get, "/v1/grants", .signedIn(.account), .listGrants),
        Route(.post, "/v1/grants", .signedIn(.account), .offerGrant),
        Route(.post, "/v1/grants/accept", .signedIn(.account), .acceptGrant),
        Route(.get, "/v1/grants/{id}", .signedIn(.account), .readGrant),
        Route(.delete, "/v1/grants/{id}", .signedIn(.account), .endGrant),
        Route(.get, "/v1/audit", .staff(.readAudit), .readAudit),
        Route(.get, "/v1/admin/accounts", .staff(.readAccounts), .findAccount),
        Route(.get, "/v1/admin/accounts/{id}", .staff(.readAccounts), .readAccountRecord),
        Route(.patch, "/v1/admin/accounts/{id}", .staff(.changeAccounts), .changeAccountRecord),
        Route(.post, "/v1/admin/accounts/{id}/roles", .staff(.manageRoles), .grantRole),
        Route(.delete, "/v1/admin/accounts/{id}/roles", .staff(.manageRoles), .revokeRoles),
        Route(.post, "/v1/admin/accounts/{id}/break-glass", .staff(.breakGlass), .breakGlass),
        Route(.get, "/v1/admin/accounts/{id}/security", .staff(.breakGlass), .readAccountSecurity),
        Route(.get, "/v1/admin/statistics", .staff(.readStatistics), .readStatistics),
        Route(.get, "/v1/allergens", .signedIn(.profile), .listAllergens),
        Route(.get, "/v1/allergen-profile", .signedIn(.profile), .readAllergenProfile),
        Route(.put, "/v1/allergen-profile", .signedIn(.profile), .setAllergenProfile),
        Route(.post, "/v1/label-scans", .signedIn(.scans), .assessLabel),
        Route(.get, "/v1/label-scans", .signedIn(.scans), .listLabelScans),
        Route(.get, "/v1/label-scans/{id}", .signedIn(.scans), .readLabelScan),
        Route(.patch, "/v1/label-scans/{id}", .signedIn(.scans), .correctLabelScan),
        Route(.post, "/v1/photos", .signedIn(.scans), .createPhoto),
        Route(.get, "/v1/photos/{id}", .signedIn(.scans), .readPhoto),
        Route(.put, "/v1/photos/{id}", .signedIn(.scans), .replacePhoto),
        Route(.delete, "/v1/photos/{id}", .signedIn(.scans), .deletePhoto),
        Route(.get, "/v1/operations/{id}", .signedIn(.operations), .readOperation),
        Route(.get, "/v1/notifications", .signedIn(.notifications), .listNotifications),
        Route(.get, "/v1/notifications/{id}", .signedIn(.notifications), .readNotification),
        Route(.patch, "/v1/notifications/{id}", .signedIn(.notifications), .changeNotification),
        Route(.delete, "/v1/notifications/{id}", .signedIn(.notifications), .deleteNotification),
        Route(.get, "/v1/notification-preferences", .signedIn(.notifications), .readNotificationPreferences),
        Route(.put, "/v1/notification-preferences", .signedIn(.notifications), .setNotificationPreferences),
        Route(.get, "/v1/unsubscribe/{token}", .anyone, .askToUnsubscribe),
        Route(.post, "/v1/unsubscribe/{token}", .anyone, .unsubscribe),
        Route(.get, "/v1/push-subscriptions", .signedIn(.notifications), .listPushSubscriptions),
        Route(.post, "/v1/push-subscriptions", .signedIn(.notifications), .addPushSubscription),
        Route(.delete, "/v1/push-subscriptions/{id}", .signedIn(.notifications), .removePushSubscription),
        Route(.get, "/v1/events", .signedIn(.events), .streamEvents),
        Route(.get, "/v1/reactions", .signedIn(.reactions), .listReactions),
        Route(.post, "/v1/reactions", .signedIn(.reactions), .recordReaction),
        Route(.get, "/v1/reactions/{id}", .signedIn(.reactions), .readReaction),
        Route(.patch, "/v1/reactions/{id}", .signedIn(.reactions), .changeReaction),
        Route(.delete, "/v1/reactions/{id}", .signedIn(.reactions), .deleteReaction),
        Route(.post, "/v1/reactions/{id}/restore", .signedIn(.reactions), .restoreReaction),
        Route(.get, "/v1/reactions/{id}/exposures", .signedIn(.reactions), .listExposures),
        Route(.get, "/v1/meals", .signedIn(.meals), .listMeals),
        Route(.post, "/v1/meals", .signedIn(.meals), .recordMeal),
        Route(.get, "/v1/meals/{id}", .signedIn(.meals), .readMeal),
        Route(.patch, "/v1/meals/{id}", .signedIn(.meals), .changeMeal),
        Route(.delete, "/v1/meals/{id}", .signedIn(.meals), .deleteMeal),
        Route(.post, "/v1/meals/{id}/restore", .signedIn(.meals), .restoreMeal),
        Route(.get, "/v1/meals/{id}/versions", .signedIn(.meals), .listMealVersions),
        Route(.get, "/v1/days/{date}", .signedIn(.meals), .readDay),
        Route(.get, "/v1/calendar", .signedIn(.meals), .readCalendar),
        Route(.get, "/v1/meals/{id}/report", .signedIn(.meals), .readMealReport),
        Route(.get, "/v1/days/{date}/report", .signedIn(.meals), .readDayReport),
        Route(.get, "/v1/reports/{id}", .signedIn(.meals), .readReport),
        Route(.delete, "/v1/reports/{id}", .signedIn(.meals), .removeReport),
        Route(.get, "/v1/reports", .signedIn(.meals), .listReports),
        Route(.post, "/v1/reports", .signedIn(.meals), .keepReport),
        Route(.get, "/v1/intake", .signedIn(.meals), .readIntake),
        Route(.get, "/v1/days/{date}/advice", .signedIn(.meals), .readAdvice),
        Route(.get, "/v1/trend", .signedIn(.meals), .readTrend),
        Route(.get, "/v1/suggestions", .signedIn(.meals), .readSuggestions),
        Route(.post, "/v1/meals/{id}/share", .signedIn(.meals), .shareMeal),
        Route(.post, "/v1/days/{date}/share", .signedIn(.meals), .shareDay),
        Route(.get, "/v1/shares", .signedIn(.meals), .listShares),
        Route(.delete, "/v1/shares/{id}", .signedIn(.meals), .withdrawShare),
        Route(.get, "/v1/shared/{token}", .anyone, .readSharedPicture),
        Route(.get, "/v1/shared/{token}/photo", .anyone, .readSharedPhoto),
        Route(.get, "/v1/goals", .signedIn(.meals), .readGoals),
        Route(.put, "/v1/goals", .signedIn(.meals), .setGoals),
        Route(.get, "/v1/saved-foods", .signedIn(.foods), .listSavedFoods),
        Route(.post, "/v1/saved-foods", .signedIn(.foods), .saveFood),
        Route(.get, "/v1/saved-foods/{id}", .signedIn(.foods), .readSavedFood),
        Route(.patch, "/v1/saved-foods/{id}", .signedIn(.foods), .changeSavedFood),
        Route(.delete, "/v1/saved-foods/{id}", .signedIn(.foods), .deleteSavedFood),
        Route(.post, "/v1/saved-foods/{id}/restore", .signedIn(.foods), .restoreSavedFood),
        Route(.post, "/v1/foods", .signedIn(.foods), .addFood),
        Route(.get, "/v1/products", .signedIn(.purchases), .listProducts),
        Route(.get, "/v1/products/{product}", .signedIn(.scans), .readProduct),
        Route(.patch, "/v1/products/{product}", .signedIn(.purchases), .changeProduct),
        Route(.get, "/v1/products/{product}/prices", .signedIn(.purchases), .readProductPrices),
        Route(.get, "/v1/meals/{id}/cost", .signedIn(.purchases), .readMealCost),
        Route(.get, "/v1/spending", .signedIn(.purchases), .readSpending),
        Route(.get, "/v1/spending/chart", .signedIn(.purchases), .readSpendingChart),
        Route(.get, "/v1/stores", .signedIn(.purchases), .listStores),
        Route(.get, "/v1/budgets", .signedIn(.purchases), .listBudgets),
        Route(.post, "/v1/budgets", .signedIn(.purchases), .createBudget),
        Route(.get, "/v1/budgets/{id}", .signedIn(.purchases), .readBudget),
        Route(.patch, "/v1/budgets/{id}", .signedIn(.purchases), .changeBudget),
        Route(.delete, "/v1/budgets/{id}", .signedIn(.purchases), .deleteBudget),
        Route(.post, "/v1/budgets/{id}/restore", .signedIn(.purchases), .restoreBudget),
        Route(.put, "/v1/budgets/{id}/advice", .signedIn(.purchases), .judgeBudgetAdvice),
        Route(.get, "/v1/shopping-preferences", .signedIn(.purchases), .readShoppingPreferences),
        Route(.put, "/v1/shopping-preferences", .signedIn(.purchases), .setShoppingPreferences),
        Route(.get, "/v1/shopping-suggestions", .signedIn(.purchases), .readShoppingSuggestions),
        Route(.post, "/v1/shopping-suggestions/judgements", .signedIn(.purchases), .judgeShoppingSuggestions),
        Route(.post, "/v1/households", .signedIn(.purchases), .createHousehold),
        Route(.get, "/v1/household", .signedIn(.purchases), .readHousehold),
        Route(.patch, "/v1/household", .signedIn(.purchases), .changeHousehold),
        Route(.delete, "/v1/household", .signedIn(.purchases), .endHousehold),
        Route(.post, "/v1/household/invitations", .signedIn(.purchases), .inviteToHousehold),
        Route(.post, "/v1/household/members", .signedIn(.purchases), .joinHousehold),
        Route(.delete, "/v1/household/members/{id}", .signedIn(.purchases), .removeHouseholdMember),
        Route(.get, "/v1/household/receipts", .signedIn(.purchases), .listHouseholdReceipts),
        Route(.get, "/v1/household/receipts/{id}", .signedIn(.purchases), .readHouseholdReceipt),
        Route(.put, "/v1/receipts/{id}/sharing", .signedIn(.purchases), .shareReceipt),
        Route(.post, "/v1/receipts/import", .signedIn(.purchases), .importReceipts),
        Route(.get, "/v1/receipts", .signedIn(.purchases), .listReceipts),
        Route(.post, "/v1/receipts", .signedIn(.purchases), .recordReceipt),
        Route(.get, "/v1/receipts/{id}", .signedIn(.purchases), .readReceipt),
        Route(.get, "/v1/receipts/{id}/photo", .signedIn(.purchases), .readReceiptPhoto),
        Route(.patch, "/v1/receipts/{id}", .signedIn(.purchases), .changeReceipt),
        Route(.delete, "/v1/receipts/{id}", .signedIn(.purchases), .deleteReceipt),
        Route(.post, "/v1/receipts/{id}/undo", .signedIn(.purchases), .undoReceiptChange),
        Route(.get, "/v1/foods", .signedIn(.foods), .searchFoods),
        Route(.get, "/v1/foods/{food}", .signedIn(.foods), .readFood),
        Route(.patch, "/v1/foods/{food}", .signedIn(.foods), .changeFood),
        Route(.delete, "/v1/foods/{food}", .signedIn(.foods), .deleteFood),
        Route(.post, "/v1/foods/{food}/restore", .signedIn(.foods), .restoreFood),
        Route(.post, "/v1/foods/{food}/submission", .signedIn(.foods), .submitFood),
        Route(.get, "/v1/food-submissions", .signedIn(.foods), .listFoodSubmissions),
        Route(.get, "/v1/food-submissions/{id}", .signedIn(.foods), .readFoodSubmission),
        Route(.delete, "/v1/food-submissions/{id}", .signedIn(.foods), .withdrawFood),
        Route(.post, "/v1/feedback", .signedIn(.account), .sendFeedback),
        Route(.get, "/v1/feedback", .signedIn(.account), .listFeedback),
        Route(.get, "/v1/admin/foods", .staff(.readFoods), .findCatalogueFood),
        Route(.get, "/v1/admin/foods/{food}", .staff(.readFoods), .readCatalogueFood),
        Route(.put, "/v1/admin/foods/{food}", .staff(.changeFoods), .setCatalogueFood),
        Route(.delete, "/v1/admin/foods/{food}", .staff(.changeFoods), .withdrawCatalogueFood),
        Route(.get, "/v1/admin/reviews", .staff(.readReviews), .listReviews),
        Route(.get, "/v1/admin/reviews/{id}", .staff(.readReviews), .readReview),
        Route(.get, "/v1/admin/reviews/{id}/photo", .staff(.readReviews), .readReviewPhoto),
        Route(.post, "/v1/admin/reviews/{id}/claim", .staff(.decideReviews), .claimReview),
        Route(.post, "/v1/admin/reviews/{id}", .staff(.decideReviews), .decideReview),
        Route(.get, "/v1/admin/accuracy", .staff(.readAccuracy), .readAccuracy),
        Route(.get, "/v1/plans", .anyone, .listPlans),
        Route(.get, "/v1/subscription", .signedIn(.billing), .readSubscription),
        Route(.post, "/v1/subscription", .signedIn(.billing), .startSubscription),
        Route(.delete, "/v1/subscription", .signedIn(.billing), .cancelSubscription),
        Route(.post, "/v1/subscription/change", .signedIn(.billing), .changeSubscription),
        Route(.get, "/v1/payments", .signedIn(.billing), .listPayments),
        Route(.post, "/v1/payments/{id}/refund", .signedIn(.billing), .refundPayment),
        Route(.get, "/v1/payments/{id}/receipt", .signedIn(.billing), .readPaymentReceipt),
        Route(.get, "/v1/subscription/seats", .signedIn(.billing), .listSeats),
        Route(.post, "/v1/subscription/seats", .signedIn(.billing), .offerSeat),
        Route(.delete, "/v1/subscription/seats/{id}", .signedIn(.billing), .removeSeat),
        Route(.get, "/v1/seats", .signedIn(.billing), .listUsedSeats),
        Route(.post, "/v1/seats/accept", .signedIn(.billing), .acceptSeat),
        Route(.delete, "/v1/seats/{id}", .signedIn(.billing), .leaveSeat),
        Route(.get, "/v1/promotions/next", .signedIn(.billing), .readPromotion),
        Route(.post, "/v1/promotions/{id}/dismissal", .signedIn(.billing), .dismissPromotion),
        Route(.put, "/v1/admin/accounts/{id}/plan", .staff(.changeAccounts), .givePlan),
        Route(.delete, "/v1/admin/accounts/{id}/plan", .staff(.changeAccounts), .takeBackPlan),
        Route(.post, "/v1/billing/webhooks/stripe", .anyone, .takePaymentNotice),
        Route(.get, "/openapi.yaml", .anyone, .readDescription),
        Route(.get, "/health/live", .anyone, .live),
        Route(.get, "/v1/announcements", .anyone, .listAnnouncements),
        Route(.get, "/health/ready", .anyone, .ready),
    ])

    package let routes: [Route]
    private let fixed: [String: [Route]]
    /// By path with `{}` in the place of the variable segment.
    private let variable: [String: [Route]]

    private init(routes: [Route]) {
        self.routes = routes
        fixed = Dictionary(grouping: routes.filter { !$0.path.contains("{") }, by: \.path)
        variable = Dictionary(grouping: routes.filter { $0.path.contains("{") }) { route in
            let segments = route.path.split(separator: "/", omittingEmptySubsequences: false)
            return segments.map { $0.hasPrefix("{") ? "{}" : $0 }.joined(separator: "/")
        }
    }

    /// The route of a method and a path without query.
    package func match(_ method: HTTPRequest.Method, path: String) -> Match {
        if let routes = fixed[path] { return choose(method, from: routes, id: nil) }
        var segments = path.split(separator: "/", omittingEmptySubsequences: false)
        for index in segments.indices.suffix(2).reversed() where !segments[index].isEmpty {
            let id = segments[index]
            segments[index] = "{}"
            if let routes = variable[segments.joined(separator: "/")] {
                return choose(method, from: routes, id: String(id))
            }
            segments[index] = id
        }
        return .nothing
    }

    /// What can be read can be asked for its headers too (RFC 9110 section 9.1), except a stream, which has no end.
    private func choose(_ method: HTTPRequest.Method, from routes: [Route], id: String?) -> Match {
        let hasHead = routes.contains { $0.method == .get && $0.endpoint != .streamEvents }
        let wished = method == .head && hasHead ? .get : method
        guard let route = routes.first(where: { $0.method == wished }) else {
            return .otherMethods(routes.map(\.method) + (hasHead ? [.head] : []))
        }
        return .route(route, id: id)
    }
}

/// The description of the API that the route table is held equal to.
package enum OpenAPIDescription {
    /// `openapi.yaml`, as it is served.
    package static var bytes: [UInt8] { PackageResources.openapi_yaml }
}
