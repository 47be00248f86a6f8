import EventContracts
import IngestionCore

extension SpendingFeature {
    package static func addRoutes(to routes: inout RouteList<Self>) {
        addProducts(to: &routes)
        addBudgets(to: &routes)
        addShopping(to: &routes)
        addHouseholds(to: &routes)
        addReceipts(to: &routes)
    }

    private static func addProducts(to routes: inout RouteList<Self>) {
        routes.get(
            "/v1/products", "listProducts", .signedIn(.purchases), .grant(.purchases), .compressed
        ) { try await $0.purchased.list($1) }
        routes.patch(
            "/v1/products/{product}", "changeProduct", .signedIn(.purchases),
            .references(["/food": .food, "/sameAs": .own(.purchasedProduct)]), .consent(.processing)
        ) { try await $0.purchased.change($1) }
        routes.get(
            "/v1/products/{product}/prices", "readProductPrices", .signedIn(.purchases), .compressed
        ) { try await $0.spending.prices($1) }
        routes.get(
            "/v1/meals/{id}/cost", "readMealCost", .signedIn(.purchases), .plan(.mealsOfOtherDays), .compressed
        ) { try await $0.foodCosts.meal($1) }
        routes.get(
            "/v1/spending", "readSpending", .signedIn(.purchases), .grant(.purchases), .compressed
        ) { try await $0.spending.read($1) }
        routes.get(
            "/v1/spending/chart", "readSpendingChart", .signedIn(.purchases), .grant(.purchases)
        ) { try await $0.spending.chart($1) }
        routes.get("/v1/stores", "listStores", .signedIn(.purchases), .compressed) { try await $0.spending.stores($1) }
    }

    private static func addBudgets(to routes: inout RouteList<Self>) {
        routes.get("/v1/budgets", "listBudgets", .signedIn(.purchases), .compressed) { try await $0.budgets.list($1) }
        routes.post(
            "/v1/budgets", "createBudget", .signedIn(.purchases), .references(["/product": .own(.purchasedProduct)]),
            .consent(.processing)
        ) { try await $0.budgets.create($1) }
        routes.get("/v1/budgets/{id}", "readBudget", .signedIn(.purchases), .compressed) {
            try await $0.budgets.read($1)
        }
        routes.patch(
            "/v1/budgets/{id}", "changeBudget", .signedIn(.purchases),
            .references(["/product": .own(.purchasedProduct)]), .consent(.processing)
        ) { try await $0.budgets.change($1) }
        routes.delete("/v1/budgets/{id}", "deleteBudget", .signedIn(.purchases)) { try await $0.budgets.delete($1) }
        routes.post(
            "/v1/budgets/{id}/restore", "restoreBudget", .signedIn(.purchases), .optionalBody
        ) { try await $0.budgets.restore($1) }
        routes.put(
            "/v1/budgets/{id}/advice", "judgeBudgetAdvice", .signedIn(.purchases)
        ) { try await $0.budgets.judge($1) }
    }

    private static func addShopping(to routes: inout RouteList<Self>) {
        routes.get(
            "/v1/shopping-preferences", "readShoppingPreferences", .signedIn(.purchases), .compressed
        ) { try await $0.shopping.read($1) }
        routes.put(
            "/v1/shopping-preferences", "setShoppingPreferences", .signedIn(.purchases),
            .references(["/preferredStores/*": .shop, "/ignoredStores/*": .shop]), .consent(.processing)
        ) { try await $0.shopping.set($1) }
        routes.get(
            "/v1/shopping-suggestions", "readShoppingSuggestions", .signedIn(.purchases), .compressed
        ) { try await $0.shoppingSuggestions.read($1) }
        routes.post(
            "/v1/shopping-suggestions/judgements", "judgeShoppingSuggestions", .signedIn(.purchases)
        ) { try await $0.shoppingSuggestions.judge($1) }
    }

    private static func addHouseholds(to routes: inout RouteList<Self>) {
        routes.post(
            "/v1/households", "createHousehold", .signedIn(.purchases), .consent(.sharing)
        ) { try await $0.households.create($1) }
        routes.get("/v1/household", "readHousehold", .signedIn(.purchases)) { try await $0.households.read($1) }
        routes.patch("/v1/household", "changeHousehold", .signedIn(.purchases)) { try await $0.households.change($1) }
        routes.delete("/v1/household", "endHousehold", .signedIn(.purchases)) { try await $0.households.end($1) }
        routes.post(
            "/v1/household/invitations", "inviteToHousehold", .signedIn(.purchases), .optionalBody, .consent(.sharing)
        ) { try await $0.households.invite($1) }
        routes.post(
            "/v1/household/members", "joinHousehold", .signedIn(.purchases), .consent(.sharing)
        ) { try await $0.households.accept($1) }
        routes.delete(
            "/v1/household/members/{id}", "removeHouseholdMember", .signedIn(.purchases)
        ) { try await $0.households.remove($1) }
        routes.get(
            "/v1/household/receipts", "listHouseholdReceipts", .signedIn(.purchases)
        ) { try await $0.households.listReceipts($1) }
        routes.get(
            "/v1/household/receipts/{id}", "readHouseholdReceipt", .signedIn(.purchases)
        ) { try await $0.households.readReceipt($1) }
        routes.put(
            "/v1/receipts/{id}/sharing", "shareReceipt", .signedIn(.purchases)
        ) { try await $0.households.share($1) }
    }

    private static func addReceipts(to routes: inout RouteList<Self>) {
        routes.post(
            "/v1/receipts/import", "importReceipts", .signedIn(.purchases), .textBody("text/csv"), .consent(.processing)
        ) { try await $0.receipts.importFile($1) }
        routes.get(
            "/v1/receipts", "listReceipts", .signedIn(.purchases), .grant(.purchases), .compressed
        ) { try await $0.receipts.list($1) }
        routes.post(
            "/v1/receipts", "recordReceipt", .signedIn(.purchases), .photo(isOptional: true, parameters: ["country"]),
            .references(ReceiptEndpoints.itemReferences.merging(["/photos/*": .draftPhoto]) { $1 }),
            .consent(.processing)
        ) { try await $0.receipts.record($1) }
        routes.get(
            "/v1/receipts/{id}", "readReceipt", .signedIn(.purchases), .grant(.purchases), .compressed
        ) { try await $0.receipts.read($1) }
        routes.get(
            "/v1/receipts/{id}/photo", "readReceiptPhoto", .signedIn(.purchases)
        ) { try await $0.receipts.photo($1) }
        routes.patch(
            "/v1/receipts/{id}", "changeReceipt", .signedIn(.purchases), .references(ReceiptEndpoints.itemReferences),
            .consent(.processing)
        ) { try await $0.receipts.change($1) }
        routes.delete("/v1/receipts/{id}", "deleteReceipt", .signedIn(.purchases)) { try await $0.receipts.delete($1) }
        routes.post(
            "/v1/receipts/{id}/undo", "undoReceiptChange", .signedIn(.purchases), .optionalBody
        ) { try await $0.receipts.undo($1) }
    }
}
