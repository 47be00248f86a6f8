import EventContracts
import IngestionCore

extension ScansFeature {
    package static func addRoutes(to routes: inout RouteList<Self>) {
        routes.get("/v1/allergens", "listAllergens", .signedIn(.profile), .compressed) {
            try await $0.profile.listAllergens($1)
        }
        routes.get(
            "/v1/allergen-profile", "readAllergenProfile", .signedIn(.profile), .grant(.allergens), .compressed
        ) { try await $0.profile.read($1) }
        routes.put(
            "/v1/allergen-profile", "setAllergenProfile", .signedIn(.profile), .consent(.processing)
        ) { try await $0.profile.set($1) }
        routes.post(
            "/v1/label-scans", "assessLabel", .signedIn(.scans),
            .photo(isOptional: true, parameters: ["language", "gtin", "name"]), .references(["/photo": .draftPhoto]),
            .consent(.processing)
        ) { try await $0.scans.assess($1) }
        routes.get(
            "/v1/label-scans", "listLabelScans", .signedIn(.scans), .grant(.allergens), .compressed
        ) { try await $0.scans.list($1) }
        routes.get(
            "/v1/label-scans/{id}", "readLabelScan", .signedIn(.scans), .grant(.allergens), .compressed
        ) { try await $0.scans.read($1) }
        routes.patch(
            "/v1/label-scans/{id}", "changeLabelScan", .signedIn(.scans), .consent(.processing)
        ) { try await $0.scans.change($1) }
        routes.get(
            "/v1/reactions", "listReactions", .signedIn(.reactions), .grant(.allergens), .compressed
        ) { try await $0.reactions.list($1) }
        routes.post(
            "/v1/reactions", "recordReaction", .signedIn(.reactions), .references(ReactionEndpoints.references),
            .consent(.processing)
        ) { try await $0.reactions.record($1) }
        routes.get(
            "/v1/reactions/{id}", "readReaction", .signedIn(.reactions), .grant(.allergens), .compressed
        ) { try await $0.reactions.read($1) }
        routes.patch(
            "/v1/reactions/{id}", "changeReaction", .signedIn(.reactions), .references(ReactionEndpoints.references),
            .consent(.processing)
        ) { try await $0.reactions.change($1) }
        routes.delete(
            "/v1/reactions/{id}", "deleteReaction", .signedIn(.reactions)
        ) { try await $0.reactions.delete($1) }
        routes.post(
            "/v1/reactions/{id}/restore", "restoreReaction", .signedIn(.reactions), .optionalBody
        ) { try await $0.reactions.restore($1) }
        routes.get(
            "/v1/reactions/{id}/exposures", "listExposures", .signedIn(.reactions), .grant(.allergens), .compressed
        ) { try await $0.reactions.exposures($1) }
        routes.get("/v1/products/{product}", "readProduct", .signedIn(.scans), .compressed) {
            try await $0.products.read($1)
        }
    }
}
