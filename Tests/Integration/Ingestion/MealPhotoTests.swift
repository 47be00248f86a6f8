import EventContracts
import Foundation
import Imaging
import IngestionCore
import IngestionService
import Messaging
import Photos
import Postgres
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Meal photos through the API") struct MealPhotoTests {
    private static let held = ["prefer": "wait=10"]
    private static let query = "/v1/meals?name=At%20work&slot=elevenses&eatenAt=2026-01-15T12:00:00Z"

    private func ended(_ answer: TestHTTPClient.Answer) throws -> JSONValue {
        guard answer.status == 201 || answer.status == 200 else { throw Unexpected(answer) }
        return try answer.json
    }

    @Test("VIS-01, VIS-09, NUT-01: a photo is accepted with the user's input")
    func uploads() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let file = try SamplePhoto.jpeg.bytes(), photo = try StrippedPhoto(file)
            let answer = try await person.send("POST", Self.query, photo: file, headers: Self.held)
            #expect(answer.status == 201 && answer.header("etag") == "\"1\"", "\(answer.text)")
            let meal = try answer.json
            #expect(meal["name"]?.string == "At work" && meal["slot"]?.string == "elevenses")
            #expect(meal["day"]?.string == "2026-01-15")
            let command = try #require(gateway.neighbors.mealPhotoOrders.first)
            #expect(command.accountID == person.account && command.version == 1 && command.days.map(\.version) == [1])
            #expect(command.meal.items.isEmpty && command.meal.slot == .custom && command.meal.language == "en")
            #expect(command.facts == PhotoFacts(photo.header, bytes: photo.bytes.count))
            #expect(try await gateway.photos.photo(at: command.photo) == photo.bytes)
            let rows = try await gateway.database.pool.query("SELECT state, scan_id FROM photos")
            let (state, owner) = try #require(rows.first).decode(String.self, UUID.self)
            #expect(state == "kept" && owner == command.mealID.uuid)
            let day = try await person.client.get("/v1/days/2026-01-15").json
            #expect(day["meals"]?.number == 1)
        }
    }

    @Test("VIS-02, NUT-03: estimated masses have ranges; unknown food is not zero")
    func ranges() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let meal = try ended(
                try await person.send(
                    "POST", "/v1/meals", photo: try SamplePhoto.png.bytes(), type: "image/png", headers: Self.held))
            let items = meal["items"]?.items ?? []
            #expect(items.count == 2)
            #expect(
                items[0].names == ["energyKcal", "food", "grams", "id", "ounces", "score", "seen", "source"])
            #expect(items[0]["score"] == .number("0.9") && items[0]["seen"]?["label"]?.string == "apple")
            #expect(
                items[0]["seen"]?.names == ["box", "grams", "label", "method", "model", "score"])
            #expect(items.allSatisfy { $0["grams"]?["low"]?.number == 150 && $0["grams"]?["high"]?.number == 300 })
            let energy = meal["totals"]?["energyKcal"]
            #expect(energy?["value"]?.number == 200 && energy?["reported"]?.number == 1 && energy?["of"]?.number == 2)
            #expect(energy?["low"]?.number == 150 && energy?["high"]?.number == 300)
            #expect(meal["totals"]?["ironMg"]?["value"] == .null)
        }
    }

    @Test("NUT-03: a recognized meal can be edited, with exact masses")
    func changes() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let meal = try ended(
                try await person.send(
                    "POST", "/v1/meals", photo: try SamplePhoto.jpeg.bytes(), headers: Self.held))
            let path = "/v1/meals/\(meal["id"]?.string ?? "")", items = meal["items"]?.items ?? []
            let ids = items.compactMap { $0["id"]?.string }
            #expect(ids.count == 2)
            let changed = try ended(
                try await person.send(
                    "PATCH", path, #"{"items":[{"id":"\#(ids[0])","grams":120},{"id":"\#(ids[1])"}]}"#,
                    headers: Self.held))
            #expect(changed["version"]?.number == 2)
            let after = changed["items"]?.items ?? []
            #expect(after.map { $0["grams"]?["value"]?.number } == [120, 200])
            #expect(after.map { $0["food"]?["name"]?.string } == ["apple", "other food"])
            let moved = try ended(try await person.send("PATCH", path, #"{"slot":"dinner"}"#, headers: Self.held))
            #expect(moved["slot"]?.string == "dinner" && moved["items"]?.items.count == 2)
            #expect(try await person.client.send("DELETE", path, headers: Self.held).status == 204)
            let restored = try ended(try await person.send("POST", "\(path)/restore", "", headers: Self.held))
            #expect(restored["items"]?.items.count == 2)
        }
    }

    @Test("VIS-23: a photo without food gives advice and no meal")
    func rejected() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            gateway.neighbors.set(.rejecting)
            let photo = try SamplePhoto.jpeg.bytes()
            let answer = try await person.send("POST", "/v1/meals", photo: photo, headers: Self.held)
            #expect(answer.status == 422)
            let problem = try answer.json
            #expect(problem["type"]?.string?.hasSuffix("/problems/unreadable") == true)
            #expect(problem["detail"]?.string == "No food was found in the photo.")
            let command = try #require(gateway.neighbors.mealPhotoOrders.first)
            let path = "/v1/meals/\(command.mealID)"
            #expect(try await person.client.get(path).status == 404)
            #expect(try await person.send("PATCH", path, #"{"slot":"dinner"}"#).status == 409)
        }
    }

    @Test("meal photo: it becomes a meal once; unknown fields are rejected")
    func orders() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            let photo = try SamplePhoto.jpeg.bytes()
            let draft = try await person.send("POST", "/v1/photos", photo: photo).json
            let body = #"{"photo":"\#(draft["id"]?.string ?? "")","slot":"lunch"}"#
            #expect(try await other.send("POST", "/v1/meals", body).pointers == ["/photo"])
            #expect(try await person.send("POST", "/v1/meals", body, headers: Self.held).status == 201)
            #expect(try await person.send("POST", "/v1/meals", body).pointers == ["/photo"])

            let key = ["idempotency-key": UUID().uuidString]
            let first = try await person.send("POST", "/v1/meals", photo: photo, headers: key)
            let second = try await person.send("POST", "/v1/meals", photo: photo, headers: key)
            #expect(first.status == 202 && second.header("location") == first.header("location"))
            #expect(try await person.send("POST", "/v1/meals?slot=x", photo: photo, headers: key).status == 422)

            let wrong = try await person.send("POST", "/v1/meals?eatenAt=yesterday", photo: photo)
            #expect(wrong.status == 422 && wrong.parameters == ["eatenAt"])
            #expect(try await person.send("POST", "/v1/meals", photo: photo, type: "image/gif").status == 415)
            let both = #"{"photo":"\#(UUID().uuidString.lowercased())","items":[]}"#
            #expect(try await person.send("POST", "/v1/meals", both).status == 422)
        }
    }
}
