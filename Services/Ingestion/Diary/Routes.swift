import EventContracts
import IngestionCore

extension DiaryFeature {
    package static func addRoutes(to routes: inout RouteList<Self>) {
        addMeals(to: &routes)
        addDays(to: &routes)
        addAdvice(to: &routes)
        addShares(to: &routes)
        addGoals(to: &routes)
        addFoods(to: &routes)
    }

    private static func addMeals(to routes: inout RouteList<Self>) {
        routes.get(
            "/v1/meals", "listMeals", .signedIn(.meals), .plan(.leftOut), .figures, .grant(.diary), .compressed
        ) { try await $0.meals.list($1) }
        routes.post(
            "/v1/meals", "recordMeal", .signedIn(.meals),
            .photo(isOptional: true, parameters: ["name", "slot", "eatenAt"], allowsDepth: true),
            .references(MealEndpoints.itemReferences.merging(["/photo": .draftPhoto]) { $1 }), .consent(.processing),
            .figures
        ) { try await $0.meals.record($1) }
        routes.get(
            "/v1/meals/{id}", "readMeal", .signedIn(.meals), .plan(.mealsOfOtherDays), .figures, .grant(.diary),
            .compressed
        ) { try await $0.meals.read($1) }
        routes.patch(
            "/v1/meals/{id}", "changeMeal", .signedIn(.meals), .references(MealEndpoints.itemReferences),
            .consent(.processing), .plan(.mealsOfOtherDays), .figures
        ) { try await $0.meals.change($1) }
        routes.delete("/v1/meals/{id}", "deleteMeal", .signedIn(.meals)) { try await $0.meals.delete($1) }
        routes.post(
            "/v1/meals/{id}/restore", "restoreMeal", .signedIn(.meals), .optionalBody, .plan(.mealsOfOtherDays),
            .figures
        ) { try await $0.meals.restore($1) }
        routes.get(
            "/v1/meals/{id}/photo", "readMealPhoto", .signedIn(.meals), .plan(.mealsOfOtherDays)
        ) { try await $0.meals.readPhoto($1) }
        routes.get(
            "/v1/meals/{id}/versions", "listMealVersions", .signedIn(.meals), .plan(.mealsOfOtherDays), .figures,
            .compressed
        ) { try await $0.meals.versions($1) }
    }

    private static func addDays(to routes: inout RouteList<Self>) {
        routes.get(
            "/v1/days/{date}", "readDay", .signedIn(.meals), .plan(.otherDays), .figures, .grant(.diary), .compressed
        ) { try await $0.days.read($1) }
        routes.get(
            "/v1/calendar", "readCalendar", .signedIn(.meals), .plan(.leftOut), .grant(.diary), .compressed
        ) { try await $0.days.calendar($1) }
        routes.get(
            "/v1/meals/{id}/report", "readMealReport", .signedIn(.meals), .plan(.mealsOfOtherDays), .grant(.reports),
            .compressed
        ) { try await $0.reports.meal($1) }
        routes.get(
            "/v1/days/{date}/report", "readDayReport", .signedIn(.meals), .plan(.otherDays), .grant(.reports),
            .compressed
        ) { try await $0.reports.day($1) }
        routes.get(
            "/v1/reports/{id}", "readReport", .signedIn(.meals), .plan(.leftOut), .grant(.reports), .compressed
        ) { try await $0.reports.read($1) }
        routes.delete("/v1/reports/{id}", "removeReport", .signedIn(.meals)) { try await $0.reports.remove($1) }
        routes.get(
            "/v1/reports", "listReports", .signedIn(.meals), .plan(.leftOut), .grant(.reports), .compressed
        ) { try await $0.reports.list($1) }
        routes.post(
            "/v1/reports", "keepReport", .signedIn(.meals), .references(["/mealId": .own(.meal)]),
            .consent(.processing), .plan(.leftOut)
        ) { try await $0.reports.keep($1) }
        routes.get(
            "/v1/intake", "readIntake", .signedIn(.meals), .plan(.everything()), .grant(.reports), .compressed
        ) { try await $0.reports.intake($1) }
    }

    private static func addAdvice(to routes: inout RouteList<Self>) {
        routes.get(
            "/v1/days/{date}/advice", "readAdvice", .signedIn(.meals), .plan(.otherDays), .compressed
        ) { try await $0.advice.read($1) }
        routes.get(
            "/v1/trend", "readTrend", .signedIn(.meals), .plan(.everything()), .grant(.diary), .compressed
        ) { try await $0.trends.read($1) }
        routes.get("/v1/disliked-foods", "listDislikedFoods", .signedIn(.foods)) { try await $0.dislikes.list($1) }
        routes.put("/v1/disliked-foods/{food}", "dislikeFood", .signedIn(.foods), .consent(.processing), .optionalBody)
        {
            try await $0.dislikes.add($1)
        }
        routes.delete("/v1/disliked-foods/{food}", "removeDislikedFood", .signedIn(.foods)) {
            try await $0.dislikes.remove($1)
        }
        routes.get("/v1/suggestions", "readSuggestions", .signedIn(.meals), .compressed) {
            try await $0.suggestions.read($1)
        }
    }

    private static func addShares(to routes: inout RouteList<Self>) {
        routes.post(
            "/v1/meals/{id}/share", "shareMeal", .signedIn(.meals), .optionalBody, .consent(.sharing),
            .verifiedAddress, .plan(.mealsOfOtherDays)
        ) { try await $0.shares.share($1) }
        routes.post(
            "/v1/days/{date}/share", "shareDay", .signedIn(.meals), .optionalBody, .consent(.sharing),
            .verifiedAddress, .plan(.otherDays)
        ) { try await $0.shares.shareDay($1) }
        routes.get("/v1/shares", "listShares", .signedIn(.meals)) { try await $0.shares.list($1) }
        routes.delete("/v1/shares/{id}", "withdrawShare", .signedIn(.meals)) { try await $0.shares.withdraw($1) }
        routes.get("/s/{token}", "readSharedPage", .anyone) { try await $0.shares.page($1) }
        routes.get("/v1/shared/{token}", "readSharedPicture", .anyone) { try await $0.shares.picture($1) }
        routes.get("/v1/shared/{token}/photo", "readSharedPhoto", .anyone) { try await $0.shares.photo($1) }
    }

    private static func addGoals(to routes: inout RouteList<Self>) {
        routes.get("/v1/goals", "readGoals", .signedIn(.meals), .grant(.diary), .compressed) {
            try await $0.goals.read($1)
        }
        routes.put("/v1/goals", "setGoals", .signedIn(.meals), .consent(.processing)) { try await $0.goals.set($1) }
    }

    private static func addFoods(to routes: inout RouteList<Self>) {
        routes.get("/v1/saved-foods", "listSavedFoods", .signedIn(.foods), .compressed) {
            try await $0.savedFoods.list($1)
        }
        routes.post(
            "/v1/saved-foods", "saveFood", .signedIn(.foods), .references(["/foodId": .food]), .consent(.processing)
        ) { try await $0.savedFoods.save($1) }
        routes.get("/v1/saved-foods/{id}", "readSavedFood", .signedIn(.foods), .compressed) {
            try await $0.savedFoods.read($1)
        }
        routes.patch(
            "/v1/saved-foods/{id}", "changeSavedFood", .signedIn(.foods), .references(["/foodId": .food]),
            .consent(.processing)
        ) { try await $0.savedFoods.change($1) }
        routes.delete(
            "/v1/saved-foods/{id}", "deleteSavedFood", .signedIn(.foods)
        ) { try await $0.savedFoods.delete($1) }
        routes.post(
            "/v1/saved-foods/{id}/restore", "restoreSavedFood", .signedIn(.foods), .optionalBody
        ) { try await $0.savedFoods.restore($1) }
        routes.post("/v1/foods", "addFood", .signedIn(.foods), .consent(.processing)) { try await $0.foods.add($1) }
        routes.get("/v1/foods", "searchFoods", .signedIn(.foods), .compressed) { try await $0.foods.search($1) }
        routes.get("/v1/foods/{food}", "readFood", .signedIn(.foods), .compressed) { try await $0.foods.read($1) }
        routes.patch(
            "/v1/foods/{food}", "changeFood", .signedIn(.foods), .consent(.processing)
        ) { try await $0.foods.change($1) }
        routes.delete("/v1/foods/{food}", "deleteFood", .signedIn(.foods)) { try await $0.foods.delete($1) }
        routes.post(
            "/v1/foods/{food}/restore", "restoreFood", .signedIn(.foods), .optionalBody
        ) { try await $0.foods.restore($1) }
    }
}
