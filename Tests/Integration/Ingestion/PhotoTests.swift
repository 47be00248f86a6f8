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

@Suite("Label photos through the API") struct PhotoTests {
    /// Rows of the gateway's photos, by state.
    func states(_ gateway: TestGateway) async throws -> [String] {
        try await gateway.database.pool.query("SELECT state FROM photos ORDER BY state")
            .map { try $0.decode(String.self) }
    }

    func stored(_ gateway: TestGateway, _ account: AccountID) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: "\(gateway.photoRoot)/\(account)")) ?? []
    }

    /// A form with a photo and texts.
    func form(_ photo: [UInt8]?, type: String = "image/jpeg", _ texts: [(String, String)] = []) -> [UInt8] {
        var body: [UInt8] = []
        for (name, value) in texts {
            body += Array("--edge\r\ncontent-disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
        }
        if let photo {
            let head = "Content-Disposition: form-data; name=\"photo\"; filename=\"a;b.jpg\"\r\nContent-Type: \(type)"
            body += Array("--edge\r\n\(head)\r\n\r\n".utf8) + photo + Array("\r\n".utf8)
        }
        return body + Array("--edge--\r\n".utf8)
    }

    static let formType = "multipart/form-data; boundary=edge"

    @Test(
        "VIS-09: each photo kind is accepted without its metadata",
        arguments: [SamplePhoto.jpeg, .png, .webp])
    func uploads(sample: SamplePhoto) async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let file = try sample.bytes(), photo = try StrippedPhoto(file)
            let answer = try await person.send(
                "POST", "/v1/label-scans?language=fr&gtin=4006381333931", photo: file,
                type: photo.header.format.mediaType, headers: ["prefer": "wait=10"])
            #expect(answer.status == 201, "\(answer.text)")
            #expect(try answer.json["verdict"]?.string == "contains")
            let command = try #require(gateway.neighbors.photoOrders.first)
            #expect(
                command.accountID == person.account && command.language == "fr"
                    && command.gtin?.hasSuffix("4006381333931") == true)
            #expect(command.facts == PhotoFacts(photo.header, bytes: photo.bytes.count))
            #expect(command.facts.focalLength == 26 && command.facts.orientation > 1)
            #expect(try await gateway.photos.photo(at: command.photo) == photo.bytes)
            #expect(try await states(gateway) == ["kept"])
        }
    }

    @Test("photo form: invalid fields and parameters are named")
    func forms() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let file = try SamplePhoto.jpeg.bytes()
            let answer = try await person.send(
                "POST", "/v1/label-scans", photo: form(file, [("language", "es"), ("gtin", "4006381333931")]),
                type: Self.formType, headers: ["prefer": "wait=10"])
            #expect(answer.status == 201, "\(answer.text)")
            #expect(gateway.neighbors.photoOrders.first?.language == "es")
            let fields = try await person.send(
                "POST", "/v1/label-scans", photo: form(file, [("language", "de"), ("gtin", "1")]), type: Self.formType)
            #expect(fields.status == 422 && fields.pointers == ["/language", "/gtin"])
            let query = try await person.send("POST", "/v1/label-scans?language=de&gtin=1", photo: file)
            #expect(query.status == 422 && query.parameters == ["language", "gtin"] && query.pointers == [])
            let none = try await person.send(
                "POST", "/v1/label-scans", photo: form(nil, [("language", "en")]), type: Self.formType)
            #expect(none.status == 422 && none.pointers == ["/photo"])
            let damaged = try await person.send(
                "POST", "/v1/label-scans", photo: form(Array(file.prefix(5_000))), type: Self.formType)
            #expect(damaged.status == 422 && damaged.problem == "unreadable" && damaged.pointers == ["/photo"])
            for body in ["", "--edge", "--edge\r\n", "--edge--", "--other--\r\n", "--edge\r\n\r\nx\r\n--edge--"] {
                let answer = try await person.send(
                    "POST", "/v1/label-scans", photo: Array(body.utf8), type: Self.formType)
                #expect([400, 422].contains(answer.status), "\(body): \(answer.status)")
            }
            #expect(try await states(gateway) == ["kept"], "a refused photo is not stored")
        }
    }

    @Test("GW-41: each kind of invalid photo gets its own problem")
    func refused() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let jpeg = try SamplePhoto.jpeg.bytes()
            let heic = [UInt8](repeating: 0, count: 3) + Array("\u{18}ftypheic\0\0\0\0mif1heic".utf8)
            let cases: [(bytes: [UInt8], type: String, status: Int, says: String)] = [
                (jpeg, "image/png", 415, "image/jpeg"), (jpeg, "image/gif", 415, "image/jpeg, image/png"),
                (heic, "image/heic", 415, "Most compatible"), (heic, "image/jpeg", 415, "Most compatible"),
                (Array("hello".utf8), "image/jpeg", 415, "not a JPEG"), ([], "image/jpeg", 415, "not a JPEG"),
                (jpeg, "multipart/form-data", 415, "boundary"), (jpeg, "text/plain", 415, "Send"),
                (Array(jpeg.dropLast(2)), "image/jpeg", 422, "incomplete"),
                (try SamplePhoto.animatedPNG.bytes(), "image/png", 422, "Animated"),
                (try SamplePhoto.print.bytes(), "image/jpeg", 422, "print"),
                (SamplePhoto.png(width: 9_000, height: 9_000, dataCount: 100), "image/png", 413, "pixels"),
            ]
            for path in ["/v1/label-scans", "/v1/photos"] {
                for (bytes, type, status, says) in cases {
                    let answer = try await person.send("POST", path, photo: bytes, type: type)
                    #expect(answer.status == status && answer.text.contains(says), "\(path) \(type) \(answer.text)")
                    #expect(answer.header("content-type") == "application/problem+json")
                }
            }
            let large = SamplePhoto.png(width: 100, height: 100, dataCount: PhotoBounds().maxBytes)
            let answer = try await person.send("POST", "/v1/photos", photo: large, type: "image/png")
            #expect(answer.status == 413 && answer.problem == "payload-too-large")
            #expect(try await person.send("POST", "/v1/photos", #"{"text":"milk"}"#).status == 415)
            #expect(try await states(gateway) == [] && stored(gateway, person.account) == [])
            #expect(try await person.client.get("/v1/label-scans").status == 200)
        }
    }

    @Test("photo: a 109 kB PNG declaring 900 megapixels: rejected in 100 ms")
    func bomb() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let file = SamplePhoto.png(width: 30_000, height: 30_000, dataCount: 109_000)
            let time = try await fastest(of: 100, until: .milliseconds(100)) {
                let answer = try await person.send("POST", "/v1/label-scans", photo: file, type: "image/png")
                #expect(answer.status == 413)
            }
            #expect(time < .milliseconds(100))
        }
    }

    @Test("VIS-08: a photo is viewed, replaced and confirmed")
    func drafts() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let first = try await person.send("POST", "/v1/photos", photo: SamplePhoto.jpeg.bytes())
            #expect(first.status == 201)
            let value = try first.json
            let id = try #require(value["id"]?.string)
            #expect(first.header("location") == "/v1/photos/\(id)")
            #expect(value.names == ["expiresAt", "height", "id", "orientation", "width"])
            #expect(value["width"]?.number == 320 && value["orientation"]?.number == 6)
            let expiry = try #require(value["expiresAt"]?.string.flatMap { try? Date($0, strategy: .iso8601) })
            #expect(abs(expiry.timeIntervalSince(gateway.clock.now()) - 3_600) < 2)

            let jpeg = try StrippedPhoto(SamplePhoto.jpeg.bytes()).bytes
            let shown = try await person.client.get("/v1/photos/\(id)")
            #expect(shown.status == 200 && shown.body == jpeg)
            #expect(shown.header("content-type") == "image/jpeg" && shown.header("x-content-type-options") == "nosniff")
            #expect(shown.header("content-disposition") == "attachment; filename=\"photo.jpeg\"")
            #expect(shown.header("cache-control") == "no-store")

            let before = stored(gateway, person.account)
            let second = try await person.send(
                "PUT", "/v1/photos/\(id)", photo: SamplePhoto.png.bytes(), type: "image/png")
            #expect(second.status == 200)
            let replaced = try second.json
            #expect(replaced["id"]?.string == id && replaced["orientation"]?.number == 3)
            let after = stored(gateway, person.account)
            #expect(before.count == 1 && after.count == 1 && before != after)
            #expect(try await states(gateway) == ["draft"])
            #expect(try await person.client.get("/v1/photos/\(id)").header("content-type") == "image/png")

            let scan = try await person.send(
                "POST", "/v1/label-scans", #"{"photo":"\#(id)","language":"en"}"#, headers: ["prefer": "wait=10"])
            #expect(scan.status == 201)
            let command = try #require(gateway.neighbors.photoOrders.first)
            #expect(command.facts.format == .png && command.language == "en")
            #expect(try await states(gateway) == ["kept"])

            for (method, status) in [("PUT", 409), ("DELETE", 409), ("GET", 200)] {
                let answer = try await person.send(
                    method, "/v1/photos/\(id)", photo: method == "PUT" ? SamplePhoto.jpeg.bytes() : [])
                #expect(answer.status == status, "\(method)")
            }
            let again = try await person.send("POST", "/v1/label-scans", #"{"photo":"\#(id)"}"#)
            #expect(again.status == 422 && again.pointers == ["/photo"])
        }
    }

    @Test("scan photo: readable by its id, for its owner only")
    func photoOfScan() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            let jpeg = try SamplePhoto.jpeg.bytes()
            let draft = try await person.send("POST", "/v1/photos", photo: jpeg)
            let confirmed = #"{"photo":"\#(try draft.json["id"]?.string ?? "")"}"#
            let scans = [
                try await person.send("POST", "/v1/label-scans", photo: jpeg, headers: ["prefer": "wait=10"]),
                try await person.send("POST", "/v1/label-scans", confirmed, headers: ["prefer": "wait=10"]),
            ]
            for scan in scans {
                let id = try #require(try scan.json["photo"]?["id"]?.string)
                #expect(id == id.lowercased())
                let photo = try await person.client.get("/v1/photos/\(id)")
                #expect(photo.status == 200 && photo.header("content-type") == "image/jpeg")
                #expect(try await other.client.get("/v1/photos/\(id)").status == 404)
            }
        }
    }

    @Test("photo draft: private, deletable, and expires after an hour")
    func draftsEnd() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            let jpeg = try SamplePhoto.jpeg.bytes()
            func draft() async throws -> String {
                let answer = try await person.send("POST", "/v1/photos", photo: jpeg)
                return try #require(try answer.json["id"]?.string)
            }
            let deleted = try await draft()
            #expect(try await person.client.send("DELETE", "/v1/photos/\(deleted)").status == 204)
            #expect(stored(gateway, person.account) == [])
            #expect(try await states(gateway) == [])
            let mine = try await draft()
            for (owner, id) in [(other, mine), (person, deleted), (person, "x"), (person, UUID().uuidString)] {
                #expect(try await owner.client.get("/v1/photos/\(id)").status == 404)
                #expect(try await owner.client.send("DELETE", "/v1/photos/\(id)").status == 404)
                #expect(try await owner.send("PUT", "/v1/photos/\(id)", photo: jpeg).status == 404)
                let scan = try await owner.send("POST", "/v1/label-scans", #"{"photo":"\#(id)"}"#)
                #expect(scan.status == 422 && scan.pointers == ["/photo"])
            }
            #expect(stored(gateway, other.account) == [])
            gateway.clock.advance(by: .seconds(3_601))
            #expect(try await person.client.get("/v1/photos/\(mine)").status == 401, "the token has ended as well")
            let back = try await gateway.signIn(person)
            #expect(try await back.client.get("/v1/photos/\(mine)").status == 404)
            #expect(try await back.send("POST", "/v1/label-scans", #"{"photo":"\#(mine)"}"#).status == 422)
            #expect(try await gateway.archive.sweep(keepingScansFor: .seconds(86_400), maxCount: 10) == 1)
            #expect(stored(gateway, person.account) == [])
            #expect(try await states(gateway) == [])
        }
    }

    @Test("photo draft: can be confirmed after a restart")
    func restart() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let photo = try await person.send("POST", "/v1/photos", photo: SamplePhoto.webp.bytes(), type: "image/webp")
            let id = try #require(try photo.json["id"]?.string)
            try await gateway.withAnotherCopy { client in
                let answer = try await client.send(
                    "POST", "/v1/label-scans",
                    headers: [
                        "authorization": "Bearer \(person.accessToken)", "content-type": "application/json",
                        "prefer": "wait=10",
                    ], body: Array(#"{"photo":"\#(id)"}"#.utf8))
                #expect(answer.status == 201, "\(answer.text)")
            }
            let command = try #require(gateway.neighbors.photoOrders.first)
            let webp = try StrippedPhoto(SamplePhoto.webp.bytes()).bytes
            #expect(try await gateway.photos.photo(at: command.photo) == webp)
        }
    }

    @Test("photo upload: a key stores one photo; another request is rejected")
    func repeatable() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let jpeg = try SamplePhoto.jpeg.bytes(), key = ["idempotency-key": "k"]
            let answers = try await withThrowingTaskGroup(of: TestHTTPClient.Answer.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        try await person.send("POST", "/v1/label-scans?language=en", photo: jpeg, headers: key)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.allSatisfy { $0.status == 202 }, "\(answers.map(\.text))")
            #expect(Set(answers.compactMap { $0.header("location") }).count == 1)
            let fromForm = try await person.send(
                "POST", "/v1/label-scans", photo: form(jpeg, [("language", "en")]), type: Self.formType, headers: key)
            #expect(fromForm.header("location") == answers[0].header("location"))
            for (path, file) in [
                ("/v1/label-scans?language=fr", jpeg), ("/v1/label-scans?language=en", try SamplePhoto.png.bytes()),
            ] {
                let type = file == jpeg ? "image/jpeg" : "image/png"
                let answer = try await person.send("POST", path, photo: file, type: type, headers: key)
                #expect(answer.status == 422 && answer.problem == "idempotency-key-reused")
            }
            let drafts = [
                try await person.send("POST", "/v1/photos", photo: jpeg, headers: ["idempotency-key": "d"]),
                try await person.send("POST", "/v1/photos", photo: jpeg, headers: ["idempotency-key": "d"]),
            ]
            #expect(drafts.allSatisfy { $0.status == 201 && $0.header("location") != nil })
            #expect(drafts[0].body == drafts[1].body)
            #expect(try await states(gateway) == ["draft", "kept"])
            #expect(stored(gateway, person.account).count == 2)
        }
    }

    @Test("photo rate limit: 60 a minute, then 429 with Retry-After")
    func quota() async throws {
        try await TestGateway.with({ $0.rates.photosPerAccount = 3 }) { gateway in
            let person = try await gateway.register()
            let jpeg = try SamplePhoto.jpeg.bytes()
            for _ in 0..<3 { #expect(try await person.send("POST", "/v1/photos", photo: jpeg).status == 201) }
            for path in ["/v1/photos", "/v1/label-scans"] {
                let answer = try await person.send("POST", path, photo: jpeg)
                #expect(answer.status == 429 && answer.header("retry-after") != nil)
            }
            #expect(try await person.scan()["verdict"]?.string == "contains")
            let other = try await gateway.register()
            #expect(try await other.send("POST", "/v1/photos", photo: jpeg).status == 201)
        }
    }

    @Test("GW-33: a photo without free memory gets 503; other requests pass")
    func noMemory() async throws {
        let jpeg = try SamplePhoto.jpeg.bytes()
        try await TestGateway.with({
            $0.photoMemory.bytes = jpeg.count
            $0.photoMemory.timeout = .milliseconds(200)
            $0.photoMemory.grace = .seconds(60)
        }) { gateway in
            let slow = try await gateway.register(), person = try await gateway.register()
            let type = ["content-type": "image/jpeg"], start = Array(jpeg.dropLast(10))
            try await slow.client.whileSending("POST", "/v1/photos", headers: type, start: start, of: jpeg.count) {
                let answer = try await eventually("the memory is granted") { () -> TestHTTPClient.Answer? in
                    let answer = try await person.send("POST", "/v1/photos", photo: jpeg)
                    return answer.status == 503 ? answer : nil
                }
                #expect(answer.problem == "unavailable" && answer.header("retry-after") != nil)
                #expect(try await person.scan()["verdict"]?.string == "contains")
            }
            try await eventually("the memory is free again") {
                try await person.send("POST", "/v1/photos", photo: jpeg).status == 201
            }
        }
    }
}
