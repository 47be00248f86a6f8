import EventContracts
import IngestionCore

extension PhotoFeature {
    package static func addRoutes(to routes: inout RouteList<Self>) {
        routes.post(
            "/v1/photos", "createPhoto", .signedIn(.scans), .photo(), .consent(.processing)
        ) { try await $0.photos.create($1) }
        routes.get("/v1/photos/{id}", "readPhoto", .signedIn(.scans)) { try await $0.photos.read($1) }
        routes.put(
            "/v1/photos/{id}", "replacePhoto", .signedIn(.scans), .photo(), .consent(.processing)
        ) { try await $0.photos.replace($1) }
        routes.delete("/v1/photos/{id}", "deletePhoto", .signedIn(.scans)) { try await $0.photos.delete($1) }
    }
}
