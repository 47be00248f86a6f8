import EventContracts
import Foundation
import Imaging
import IngestionCore
import IngestionService
import Messaging
import Photos
import Postgres
import Sealing
import TestPeers
import TestSupport
import Testing
import UnitSupport

/// Photos in their store: sealed, kept for the configured time, and an unavailable store.
extension PhotoTests {
    @Test("GW-36: photo store: no photo or hash of one is in plaintext")
    func sealedAtRest() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let jpeg = try SamplePhoto.jpeg.bytes()
            _ = try await person.send("POST", "/v1/photos", photo: jpeg)
            _ = try await person.send("POST", "/v1/photos", photo: jpeg)
            for name in stored(gateway, person.account) {
                let bytes = try Data(contentsOf: URL(filePath: "\(gateway.photoRoot)/\(person.account)/\(name)"))
                #expect(bytes.range(of: Data("JFIF".utf8)) == nil && bytes.range(of: Data("sRGB".utf8)) == nil)
            }
            let hashes = try await gateway.database.pool.query("SELECT content_hash FROM photos").map {
                try $0.decode([UInt8].self)
            }
            #expect(hashes.count == 2 && hashes[0] == hashes[1], "duplicates are found")
            let other = try await gateway.register()
            _ = try await other.send("POST", "/v1/photos", photo: jpeg)
            let all = try await gateway.database.pool.query("SELECT DISTINCT content_hash FROM photos")
            #expect(all.count == 2, "hashes differ between accounts")
        }
    }

    @Test("scan photo: kept for the configured time and until it is answered")
    func retention() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let jpeg = try SamplePhoto.jpeg.bytes(), days = Duration.seconds(30 * 86_400)
            _ = try await person.send("POST", "/v1/label-scans", photo: jpeg, headers: ["prefer": "wait=10"])
            gateway.neighbors.set(.silent)
            _ = try await person.send("POST", "/v1/label-scans", photo: jpeg)
            gateway.clock.advance(by: days - .seconds(60))
            #expect(try await gateway.archive.sweep(keepingScansFor: days, maxCount: 10) == 0)
            gateway.clock.advance(by: .seconds(61))
            #expect(try await gateway.archive.sweep(keepingScansFor: days, maxCount: 10) == 1)
            #expect(try await states(gateway) == ["kept"])
            gateway.neighbors.set(.answering)
            try await eventually("the scan is answered") {
                try await gateway.archive.sweep(keepingScansFor: days, maxCount: 10) == 1
            }
            #expect(stored(gateway, person.account) == [])
        }
    }

    @Test("photo bucket: upload, view and replace; 503 while unavailable")
    func bucket() async throws {
        try await S3Peer.with { peer in
            try await TestGateway.with({ $0.photoStore = .s3(peer.settings()) }) { gateway in
                let person = try await gateway.register()
                let jpeg = try SamplePhoto.jpeg.bytes()
                let draft = try await person.send("POST", "/v1/photos", photo: jpeg)
                let path = try #require(draft.header("location"))
                let before = Set(peer.stored.keys)
                #expect(try await person.send("PUT", path, photo: jpeg).status == 200)
                #expect(peer.stored.count == 1 && before.isDisjoint(with: peer.stored.keys))
                #expect(try await person.client.get(path).status == 200)
                let id = path.split(separator: "/").last ?? ""
                let body = #"{"photo":"\#(id)"}"#
                let scan = try await person.send("POST", "/v1/label-scans", body, headers: ["prefer": "wait=10"])
                #expect(scan.status == 201)
                peer.fail(with: 503)
                let away = try await person.send("POST", "/v1/photos", photo: jpeg)
                #expect(away.status == 503 && away.header("retry-after") != nil)
                peer.fail(with: nil)
                #expect(try await person.send("POST", "/v1/photos", photo: jpeg).status == 201)
            }
        }
    }

    @Test("photo store: while unavailable, only photos get 503")
    func storeAway() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let jpeg = try SamplePhoto.jpeg.bytes()
            let draft = try await person.send("POST", "/v1/photos", photo: jpeg)
            let id = try #require(try draft.json["id"]?.string)
            try FileManager.default.moveItem(atPath: gateway.photoRoot, toPath: gateway.photoRoot + "-away")
            try Data().write(to: URL(filePath: gateway.photoRoot))
            let refused = try await person.send("POST", "/v1/label-scans", photo: jpeg)
            #expect(refused.status == 503 && refused.problem == "unavailable")
            #expect(try await person.client.get("/v1/label-scans").json["items"]?.items.isEmpty == true)
            #expect(try await gateway.client.get("/health/ready").status == 200)
            try FileManager.default.removeItem(atPath: gateway.photoRoot)
            try FileManager.default.moveItem(atPath: gateway.photoRoot + "-away", toPath: gateway.photoRoot)
            #expect(try await person.client.get("/v1/photos/\(id)").status == 200)
            #expect(try await person.send("POST", "/v1/label-scans", photo: jpeg).status == 202)
        }
    }
}
