import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import IngestionService
import Messaging
import Postgres
import TestPeers
import TestSupport
import Testing

@Suite("Allergen profile through the API") struct AllergenProfileTests {
    @Test("ALG-03, GW-18: the next scan carries the version of the profile")
    func profile() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let empty = try await person.client.get("/v1/allergen-profile")
            #expect(empty.header("etag") == "\"0\"")
            #expect(try empty.json["allergens"]?.items.isEmpty == true)
            let sameEmpty = try await person.client.get("/v1/allergen-profile", headers: ["if-none-match": "\"0\""])
            #expect(sameEmpty.status == 304 && sameEmpty.body.isEmpty)
            let set = try await person.send(
                "PUT", "/v1/allergen-profile",
                #"""
                {"allergens":["nuts","milk","milk"],"otherIngredients":["carmine",{"name":"cilantro",\#
                "synonyms":["coriander"]}],"history":"lastTen","diets":["vegan"],"traces":"ignore"}
                """#
            )
            #expect(set.status == 202)
            let read = try await person.client.get("/v1/allergen-profile")
            #expect(read.header("etag") == "\"1\"")
            #expect(try read.json["allergens"]?.items.compactMap(\.string) == ["milk", "nuts"])
            let others = try #require(try read.json["otherIngredients"]?.items)
            #expect(others.first?.string == "carmine" && others.last?["name"]?.string == "cilantro")
            #expect(others.last?["synonyms"]?.items.compactMap(\.string) == ["coriander"])
            #expect(try read.json["history"]?.string == "lastTen")
            #expect(try read.json["traces"]?.string == "ignore" && read.json["version"]?.number == 1)
            #expect(try await person.scan()["profileVersion"]?.number == 1)
            let same = try await person.client.get("/v1/allergen-profile", headers: ["if-none-match": "\"1\""])
            #expect(same.status == 304 && same.body.isEmpty)
            let waited = try await person.send(
                "PUT", "/v1/allergen-profile", #"{"allergens":[]}"#, headers: ["prefer": "wait=5", "if-match": "\"1\""])
            #expect(waited.status == 200 && waited.header("etag") == "\"2\"")
            let late = try await person.send(
                "PUT", "/v1/allergen-profile", #"{"allergens":["eggs"]}"#, headers: ["if-match": "\"1\""])
            #expect(late.status == 412 && late.problem == "version-mismatch")
            let weak = try await person.send(
                "PUT", "/v1/allergen-profile", #"{"allergens":["eggs"]}"#, headers: ["if-match": "W/\"2\""])
            #expect(weak.status == 412)
        }
    }

    @Test("GW-04, ALG-01: invalid entries of the profile have pointers")
    func profileFields() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let set = try await person.send(
                "PUT", "/v1/allergen-profile", #"{"allergens":["almond","milk","wheat"]}"#,
                headers: ["prefer": "wait=5"])
            #expect(try set.json["allergens"]?.items.compactMap(\.string) == ["wheat", "milk", "almond"])
            let twice = try await person.send(
                "PUT", "/v1/allergen-profile",
                #"""
                {"otherIngredients":["Kiwi"," kiwi ",{"name":"KIWI","synonyms":["Kiwifruit","kiwi"]},"celery salt"]}
                """#,
                headers: ["prefer": "wait=5"])
            let others = try #require(try twice.json["otherIngredients"]?.items)
            #expect(others.count == 2 && others.last?.string == "celery salt")
            #expect(others.first?["name"]?.string == "Kiwi")
            #expect(others.first?["synonyms"]?.items.compactMap(\.string) == ["Kiwifruit"])
            let many = "[" + Array(repeating: #""a""#, count: 11).joined(separator: ",") + "]"
            let bad = try await person.send(
                "PUT", "/v1/allergen-profile",
                #"""
                {"allergens":["milk","dust"],"history":"some","otherIngredients":
                 ["x",{"name":""},{"synonyms":["y"]},{"name":"z","synonyms":[5]},{"name":"z","synonyms":\#(many)}," "]}
                """#)
            #expect(
                bad.pointers == [
                    "/allergens/1", "/otherIngredients/1/name", "/otherIngredients/2/name",
                    "/otherIngredients/3/synonyms/0", "/otherIngredients/4/synonyms", "/otherIngredients/5", "/history",
                ])
        }
    }

    @Test("allergen profile: concurrent changes get one version each")
    func profileRace() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<12 {
                    group.addTask {
                        try await person.send("PUT", "/v1/allergen-profile", #"{"allergens":["milk"]}"#).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.allSatisfy { $0 == 202 })
            #expect(try await person.client.get("/v1/allergen-profile").header("etag") == "\"12\"")
        }
    }

    @Test("ALG-01, ALG-02: 14 allergens have examples in the language")
    func allergens() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let english = try await person.client.get("/v1/allergens")
            #expect(try english.json["items"]?.items.count == 14 && english.header("content-language") == "en")
            let chinese = try await person.client.get(
                "/v1/allergens", headers: ["accept-language": "de, fr;q=0.2, zh-Hans;q=0.9"])
            #expect(try chinese.json["items"]?.items[6]["name"]?.string == "乳类")
            let pineNut = try english.json["items"]?.items[7]["species"]?.items.first {
                $0["code"]?.string == "pineNut"
            }
            #expect(pineNut?["lists"]?.items.compactMap { $0["list"]?.string } == ["canada", "unitedStates"])
            #expect(try chinese.json["items"]?.items.allSatisfy { $0["examples"]?.items.isEmpty == false } == true)
        }
    }
}
