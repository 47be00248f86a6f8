import EventContracts
import Foundation
import IngestionCore
import Photos
import Sealing
import Synchronization
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Thumbnails through the API") struct SmallPictureTests {
    /// A scan from a photo, with the photo's key and id.
    private func photographed(
        _ gateway: TestGateway, by person: Person
    ) async throws -> (key: PhotoKey, path: String) {
        let scan = try await person.send(
            "POST", "/v1/label-scans", photo: SamplePhoto.jpeg.bytes(), headers: ["prefer": "wait=10"])
        let id = try #require(try scan.json["photo"]?["id"]?.string)
        return (try #require(gateway.neighbors.photoOrders.last?.photo), "/v1/photos/\(id)")
    }

    /// Thumbnails as `vision` makes them.
    private func made() -> SmallPictures {
        var pictures = SmallPictures()
        pictures.add(Array("picture of 160".utf8), of: .thumbnail)
        pictures.add(Array("picture of 640".utf8), of: .medium)
        return pictures
    }

    @Test("thumbnail: private, cacheable, and removed with its photo")
    func shows() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            let (key, path) = try await photographed(gateway, by: person)
            let unread = try await person.client.get("\(path)?width=160")
            #expect(unread.status == 404 && unread.header("cache-control") == "no-store")
            try await gateway.photos.put(made(), of: key)
            let small = try await person.client.get("\(path)?width=160")
            #expect(small.status == 200 && small.text == "picture of 160")
            #expect(small.header("content-type") == "image/jpeg" && small.header("cache-control") == "no-store")
            #expect(small.header("x-content-type-options") == "nosniff")
            let missing = try await person.client.get("\(path)?width=320")
            #expect(missing.status == 404 && missing.header("cache-control") == "no-store")
            let whole = try await person.client.get(path)
            #expect(whole.status == 200 && whole.header("cache-control") == "no-store")
            #expect(try await other.client.get("\(path)?width=160").status == 404)
            #expect(try await gateway.client.get("\(path)?width=160").status == 401)
            #expect(try await person.client.get("/v1/photos/\(key.pictures.id)").status == 404)

            gateway.clock.advance(by: .seconds(31 * 86_400))
            #expect(try await gateway.archive.sweep(keepingScansFor: .seconds(30 * 86_400), maxCount: 10) == 1)
            let back = try await gateway.signIn(person)
            #expect(try await back.client.get("\(path)?width=160").status == 404)
            let left = try FileManager.default.contentsOfDirectory(atPath: "\(gateway.photoRoot)/\(person.account)")
            #expect(left.isEmpty, "nothing is left in the store")
        }
    }

    @Test(
        "thumbnail: an unknown width is rejected",
        arguments: ["", "0", "161", "160.0", "-160", "1280x", "99999999999999999999"])
    func widths(text: String) async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let (_, path) = try await photographed(gateway, by: person)
            let answer = try await person.client.get("\(path)?width=\(text)")
            #expect(answer.status == 400 && answer.parameters == ["width"])
        }
    }

    @Test("thumbnails: those of meals and receipts are private")
    func mealsAndReceipts() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            let wait = ["prefer": "wait=10"], jpeg = try SamplePhoto.jpeg.bytes()
            let meal = try await person.send("POST", "/v1/meals", photo: jpeg, headers: wait)
            let receipt = try await person.send("POST", "/v1/receipts", photo: jpeg, headers: wait)
            let keys = [
                try #require(gateway.neighbors.mealPhotoOrders.last?.photo),
                try #require(gateway.neighbors.state.withLock { $0.receiptOrders.last }?.photos.first?.key),
            ]
            for key in keys { try await gateway.photos.put(made(), of: key) }
            for (answer, path) in [(meal, "/v1/meals/"), (receipt, "/v1/receipts/")] {
                let path = "\(path)\(try answer.json["id"]?.string ?? "")/photo"
                let small = try await person.client.get("\(path)?width=640")
                #expect(small.status == 200 && small.text == "picture of 640", "\(path)")
                #expect(small.header("cache-control") == "no-store")
                let whole = try await person.client.get(path)
                #expect(whole.status == 200 && whole.header("cache-control") == "no-store")
                #expect(try await other.client.get("\(path)?width=640").status == 404)
                #expect(try await person.client.get("\(path)?width=7").parameters == ["width"])
            }
        }
    }

    @Test("thumbnails: removed with the bytes of their photo")
    func removed() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let (key, path) = try await photographed(gateway, by: person)
            try await gateway.photos.put(made(), of: key)
            #expect(try await person.client.get("\(path)?width=160").status == 200)
            try await gateway.archive.photos.remove(key)
            let gone = try await person.client.get("\(path)?width=160")
            #expect(gone.status == 404, "a photo that is gone has no pictures")
        }
    }
}
