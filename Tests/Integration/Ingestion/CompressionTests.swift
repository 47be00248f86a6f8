import Archives
import Foundation
import HTTPTypes
import IngestionCore
import IngestionService
import TestPeers
import TestSupport
import Testing

@Suite("Compressed responses and public lists") struct CompressionTests {
    /// The test's client accepts `gzip` and decompresses it, unless a request states otherwise.
    private static let gzip = ["accept-encoding": "gzip, deflate, br, zstd"]
    private static let plain = ["accept-encoding": "identity"]

    @Test(
        "Accept-Encoding: weights, wildcards and refusals are honored",
        arguments: [
            (["gzip"], true), (["br, GZIP;q=0.5"], true), (["x-gzip"], true), (["*"], true), (["br", "gzip"], true),
            (["gzip ; q = 0.3, identity;q=0.2"], true), (["gzip;q=1.000"], true),
            ([], false), ([""], false), (["br"], false), (["identity"], false), (["gzip;q=0"], false),
            (["gzip;q=0.0, *"], false), (["*;q=0"], false), (["gzip;q=0.5, identity"], false),
            (["gzip;q=x"], false), (["gzip;q=2"], false), (["gzip;q=-1"], false), (["notgzip"], false),
        ])
    func accepted(values: [String], expected: Bool) {
        var headers = HTTPFields()
        headers[values: .acceptEncoding] = values
        #expect(AcceptedCodings(headers).prefersGzip == expected)
    }

    @Test("compression: JSON from 1 kB uses gzip if the client accepts it")
    func compressed() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let plain = try await person.client.get(
                "/v1/allergens", headers: Self.plain.merging(["accept-language": "en"]) { $1 })
            #expect(plain.status == 200 && plain.header("content-encoding") == nil)
            #expect(plain.header("content-length") == "\(plain.body.count)")
            let headers = Self.gzip.merging(["accept-language": "en"]) { $1 }
            let packed = try await person.client.get("/v1/allergens", headers: headers)
            #expect(packed.status == 200 && packed.header("content-encoding") == "gzip")
            #expect(packed.header("content-type") == "application/json")
            #expect(packed.body == plain.body)
            let length = try #require(packed.header("content-length").flatMap(Int.init))
            #expect(length == Gzip.compress(plain.body)?.count && length * 10 < plain.body.count)
            #expect(packed.header("etag") == plain.header("etag"))
            let version = try #require(try await gateway.client.get("/v1/terms").json["version"]?.string)
            let terms = try await gateway.client.get("/v1/terms/\(version)", headers: Self.gzip)
            let head = try await RawConnection.exchange(
                port: gateway.client.port,
                "HEAD /v1/terms/\(version) HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n"
            ).lowercased()
            #expect(head.hasPrefix("http/1.1 200 ") && head.hasSuffix("\r\n\r\n"))
            let packedLength = try #require(terms.header("content-length"))
            #expect(head.contains("content-encoding: gzip\r\n") && head.contains("content-length: \(packedLength)\r\n"))
            for answer in [plain, packed] {
                let vary = answer.header("vary") ?? ""
                #expect(vary == "Accept-Language, Authorization, Accept-Encoding")
            }
            let refused = try await person.client.get("/v1/allergens", headers: ["accept-encoding": "gzip;q=0, *"])
            #expect(refused.header("content-encoding") == nil)
            // Too small: compression would not save a packet.
            let small = try await gateway.client.get("/v1/terms", headers: Self.gzip)
            #expect(small.body.count < 1_024 && small.header("content-encoding") == nil)
            #expect(small.header("vary") == "Accept-Language, Accept-Encoding")
        }
    }

    @Test("compression: tokens, exports, photos and streams are excluded")
    func secrets() async throws {
        let compressible = Set(RouteTable.gateway.routes.filter(\.isCompressible).map(\.operation))
        for operation in [
            "registerAccount", "createSession", "refreshSession", "createPasskeySession", "createIssuerSession",
            "startIssuerSession", "recoverAccount", "addSecondFactor", "confirmSecondFactor", "readSecondFactor",
            "startProof", "readExport", "fetchExport", "readErasure", "listShares", "readSharedPicture",
            "readPhoto", "readMealPhoto", "readReceiptPhoto", "streamEvents", "readNotificationPreferences",
            "listPushSubscriptions", "readSubscription", "readHousehold", "listSeats", "listGrants", "readOperation",
            "listSessions", "readAccount", "readSpendingChart",
        ] {
            #expect(RouteTable.gateway.routes.contains { $0.operation == operation }, "\(operation)")
            #expect(!compressible.contains(operation), "\(operation)")
        }
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let account = try await person.client.get("/v1/account", headers: Self.gzip)
            #expect(account.status == 200 && account.header("vary") == nil)
            let missing = try await person.client.get("/v1/meals/\(UUID())", headers: Self.gzip)
            #expect(missing.status == 404 && missing.header("content-encoding") == nil)
        }
    }

    @Test("compression: a 304 response carries Vary")
    func notModified() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let goals = try await person.client.get("/v1/goals", headers: Self.gzip)
            let tag = try #require(goals.header("etag"))
            let headers = Self.gzip.merging(["if-none-match": tag]) { $1 }
            let same = try await person.client.get("/v1/goals", headers: headers)
            #expect(same.status == 304 && same.body.isEmpty && same.header("content-encoding") == nil)
            #expect(same.header("vary") == "Accept-Encoding" && same.header("etag") == tag)
        }
    }

    @Test(
        "public lists: cached for an hour and revalidated by ETag",
        arguments: ContentLanguage.allCases)
    func publicLists(language: ContentLanguage) async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let version = try #require(try await gateway.client.get("/v1/terms").json["version"]?.string)
            for (client, path) in [
                (person.client, "/v1/allergens"), (gateway.client, "/v1/plans"), (gateway.client, "/v1/terms"),
                (gateway.client, "/v1/terms/\(version)"),
            ] {
                let headers = ["accept-language": language.rawValue]
                let answer = try await client.get(path, headers: headers)
                #expect(answer.status == 200 && answer.header("cache-control") == "public, max-age=3600", "\(path)")
                #expect(answer.header("vary")?.hasPrefix("Accept-Language") == true)
                let tag = try #require(answer.header("etag"))
                #expect(tag.hasPrefix("W/\""))
                for known in [tag, String(tag.dropFirst(2)), "\"0\", \(tag)", "*"] {
                    let same = try await client.get(path, headers: headers.merging(["if-none-match": known]) { $1 })
                    #expect(same.status == 304 && same.body.isEmpty, "\(path) \(known)")
                    #expect(same.header("etag") == tag && same.header("cache-control") == "public, max-age=3600")
                }
                let other = try await client.get(path, headers: headers.merging(["if-none-match": "W/\"0\""]) { $1 })
                #expect(other.status == 200 && other.body == answer.body)
            }
        }
    }

    @Test("public lists: account-dependent responses are private")
    func personalLists() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let allergens = try await person.client.get("/v1/allergens")
            #expect(allergens.header("cache-control") == "private, no-cache")
            let french = try await person.client.get("/v1/allergens", headers: ["accept-language": "fr"])
            #expect(french.header("cache-control") == "public, max-age=3600")
            #expect(french.header("etag") != allergens.header("etag"))
            for client in [person.client, gateway.client] {
                let plans = try await client.get("/v1/plans")
                #expect(plans.header("vary")?.contains("Authorization") == true)
                let isPersonal = try plans.json["mayTry"] != nil
                let expected = isPersonal ? "private, no-cache" : "public, max-age=3600"
                #expect(plans.header("cache-control") == expected)
            }
        }
    }
}
