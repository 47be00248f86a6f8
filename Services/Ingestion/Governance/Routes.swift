import EventContracts
import IngestionCore

extension GovernanceFeature {
    package static func addRoutes(to routes: inout RouteList<Self>) {
        addErasureAndExport(to: &routes)
        addConsentsAndGrants(to: &routes)
        addStaff(to: &routes)
        addSubmissions(to: &routes)
        addCatalogueAndReviews(to: &routes)
    }

    private static func addErasureAndExport(to routes: inout RouteList<Self>) {
        routes.delete(
            "/v1/account", "eraseAccount", .signedIn(.account, beforeTerms: true), .jsonBody
        ) { try await $0.erasures.erase($1) }
        routes.post(
            "/v1/account/restore", "restoreAccount", .signedIn(.account, beforeTerms: true), .optionalBody,
            .openWhileErasing
        ) { try await $0.erasures.restore($1) }
        routes.get("/v1/erasures/{token}", "readErasure", .anyone) { try await $0.erasures.read($1) }
        routes.get("/v1/erasure-keys", "listErasureKeys", .anyone) { feature, _ in try await feature.erasures.keys() }
        routes.post(
            "/v1/export", "requestExport", .signedIn(.account, beforeTerms: true), .openWhileErasing
        ) { try await $0.exports.request($1) }
        routes.get(
            "/v1/exports/{id}", "readExport", .signedIn(.account, beforeTerms: true), .openWhileErasing
        ) { try await $0.exports.read($1) }
        routes.get(
            "/v1/exports/{id}/content", "fetchExport", .signedIn(.account, beforeTerms: true), .openWhileErasing
        ) { try await $0.exports.fetch($1) }
    }

    private static func addConsentsAndGrants(to routes: inout RouteList<Self>) {
        routes.get(
            "/v1/consents", "readConsents", .signedIn(.account, beforeTerms: true)
        ) { try await $0.consents.read($1) }
        routes.put(
            "/v1/consents", "setConsents", .signedIn(.account, beforeTerms: true)
        ) { try await $0.consents.set($1) }
        routes.get(
            "/v1/consents/history", "listConsents", .signedIn(.account, beforeTerms: true), .compressed
        ) { try await $0.consents.history($1) }
        routes.get("/v1/access-log", "readAccessLog", .signedIn(.account), .compressed) {
            try await $0.audit.readAccessLog($1)
        }
        routes.get("/v1/grants", "listGrants", .signedIn(.account)) { try await $0.grants.list($1) }
        routes.post(
            "/v1/grants", "offerGrant", .signedIn(.account), .consent(.sharing)
        ) { try await $0.grants.offer($1) }
        routes.post("/v1/grants/accept", "acceptGrant", .signedIn(.account)) { try await $0.grants.accept($1) }
        routes.get("/v1/grants/{id}", "readGrant", .signedIn(.account)) { try await $0.grants.read($1) }
        routes.delete("/v1/grants/{id}", "endGrant", .signedIn(.account)) { try await $0.grants.end($1) }
        // The owner's consent is checked with the grant, whichever party calls.
        routes.get("/v1/grants/{id}/comments", "listGrantComments", .signedIn(.account)) {
            try await $0.comments.list($1)
        }
        routes.post(
            "/v1/grants/{id}/comments", "commentGrant", .signedIn(.account), .references(["/about/meal": .ofGrantOwner])
        ) { try await $0.comments.write($1) }
        routes.delete("/v1/grant-comments/{id}", "deleteGrantComment", .signedIn(.account)) {
            try await $0.comments.delete($1)
        }
    }

    private static func addStaff(to routes: inout RouteList<Self>) {
        routes.get("/v1/audit", "readAudit", .staff(.readAudit), .compressed) { try await $0.audit.read($1) }
        routes.get("/v1/admin/accounts", "findAccount", .staff(.readAccounts)) { try await $0.admin.find($1) }
        routes.get(
            "/v1/admin/accounts/{id}", "readAccountRecord", .staff(.readAccounts)
        ) { try await $0.admin.read($1) }
        routes.patch(
            "/v1/admin/accounts/{id}", "changeAccountRecord", .staff(.changeAccounts)
        ) { try await $0.admin.change($1) }
        routes.post(
            "/v1/admin/accounts/{id}/roles", "grantRole", .staff(.manageRoles)
        ) { try await $0.admin.grantRole($1) }
        routes.delete(
            "/v1/admin/accounts/{id}/roles", "revokeRoles", .staff(.manageRoles)
        ) { try await $0.admin.revokeRoles($1) }
        routes.post(
            "/v1/admin/accounts/{id}/break-glass", "breakGlass", .staff(.breakGlass)
        ) { try await $0.admin.breakGlass($1) }
        routes.get(
            "/v1/admin/accounts/{id}/security", "readAccountSecurity", .staff(.breakGlass)
        ) { try await $0.admin.readSecurity($1) }
        routes.get(
            "/v1/admin/statistics", "readStatistics", .staff(.readStatistics), .compressed
        ) { try await $0.admin.readStatistics($1) }
    }

    private static func addSubmissions(to routes: inout RouteList<Self>) {
        routes.post(
            "/v1/foods/{food}/submission", "submitFood", .signedIn(.foods), .optionalBody, .consent(.sharing)
        ) { try await $0.submissions.submit($1) }
        routes.get(
            "/v1/food-submissions", "listFoodSubmissions", .signedIn(.foods)
        ) { try await $0.submissions.list($1) }
        routes.get(
            "/v1/food-submissions/{id}", "readFoodSubmission", .signedIn(.foods)
        ) { try await $0.submissions.read($1) }
        routes.delete(
            "/v1/food-submissions/{id}", "withdrawFood", .signedIn(.foods)
        ) { try await $0.submissions.withdraw($1) }
        routes.post(
            "/v1/feedback", "sendFeedback", .signedIn(.account),
            .references(["/about/food": .food, "/about/meal": .own(.meal), "/about/product": .own(.purchasedProduct)])
        ) { try await $0.feedback.send($1) }
        routes.get("/v1/feedback", "listFeedback", .signedIn(.account), .compressed) { try await $0.feedback.list($1) }
    }

    private static func addCatalogueAndReviews(to routes: inout RouteList<Self>) {
        routes.get("/v1/admin/foods", "findCatalogueFood", .staff(.readFoods), .compressed) {
            try await $0.catalogue.find($1)
        }
        routes.get(
            "/v1/admin/foods/{food}", "readCatalogueFood", .staff(.readFoods), .compressed
        ) { try await $0.catalogue.read($1) }
        routes.put(
            "/v1/admin/foods/{food}", "setCatalogueFood", .staff(.changeFoods)
        ) { try await $0.catalogue.set($1) }
        routes.delete(
            "/v1/admin/foods/{food}", "withdrawCatalogueFood", .staff(.changeFoods)
        ) { try await $0.catalogue.withdraw($1) }
        routes.get("/v1/admin/reviews", "listReviews", .staff(.readReviews)) { try await $0.reviews.list($1) }
        routes.get("/v1/admin/reviews/{id}", "readReview", .staff(.readReviews)) { try await $0.reviews.read($1) }
        routes.get(
            "/v1/admin/reviews/{id}/photo", "readReviewPhoto", .staff(.readReviews)
        ) { try await $0.reviews.photo($1) }
        routes.post(
            "/v1/admin/reviews/{id}/claim", "claimReview", .staff(.decideReviews), .optionalBody
        ) { try await $0.reviews.claim($1) }
        routes.post(
            "/v1/admin/reviews/{id}", "decideReview", .staff(.decideReviews)
        ) { try await $0.reviews.decide($1) }
        routes.get("/v1/admin/accuracy", "readAccuracy", .staff(.readAccuracy), .compressed) {
            try await $0.admin.readAccuracy($1)
        }
    }
}
