import Foundation
import IngestionCore
import IngestionService
import TestPeers
import TestSupport
import Testing

@Suite("Foods through the API") struct FoodTests {
    private static func path(_ query: String, _ more: String = "") throws -> String {
        let escaped = try #require(query.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        return "/v1/foods?query=\(escaped)\(more)"
    }

    @Test("NUT-22: search while typing, in the requested or account language")
    func search() async throws {
        try await TestGateway.with(neighbors: false) { gateway in
            let person = try await gateway.register()
            let english = try await person.client.get(try Self.path("apple"))
            #expect(english.status == 200 && english.header("content-language") == "en")
            let apple = try english.json["items"]?.items.first
            #expect(apple?["id"]?.string == "sr28-09003" && apple?["name"]?.string == "apple")
            #expect(apple?["energyKcal"]?.number == 52 && apple?["group"]?.string == "fruit")
            #expect(apple?["isMisspelled"] == .bool(false))
            #expect(apple?["portions"]?.items.first?["measure"]?.string == "1 cup, quartered or chopped")
            for (language, measure, shown) in [
                ("fr-CA", "1 pièce moyenne (3 po de diamètre)", "fr"),
                ("es", "1 pieza mediana (3 pulg. de diámetro)", "es"),
                ("zh-Hans", "1 中个（直径 3 英寸）", "zh"), ("en", "1 medium (3\" dia)", "en"),
            ] {
                let food = try await person.client.get(
                    "/v1/foods/sr28-09003", headers: ["accept-language": language]
                ).json
                let medium = food["portions"]?.items.first { $0["measure"]?.string == measure }
                #expect(medium?["measureLanguage"]?.string == shown && medium?["grams"]?.number == 182, "\(language)")
            }
            for (query, language, id, name) in [
                ("crev", "fr-CA", "sr28-15149", "crevettes crues"), ("苹果", "zh-Hans", "sr28-09003", "苹果"),
                ("platano", "es", "sr28-09040", "plátano"), ("huile d'olive", "fr", "sr28-04053", "huile d'olive"),
            ] {
                let answer = try await person.client.get(try Self.path(query), headers: ["accept-language": language])
                let first = try answer.json["items"]?.items.first
                #expect(first?["id"]?.string == id && first?["name"]?.string == name, "\(query)")
            }
            let wrong = try await person.client.get(try Self.path("bannana", "&limit=3")).json["items"]?.items
            #expect(wrong?.count == 3 && wrong?.first?["id"]?.string == "sr28-09040")
            #expect(wrong?.allSatisfy { $0["isMisspelled"] == .bool(true) } == true)
            let nothing = try await person.client.get(try Self.path("xqzwkv"))
            #expect(try nothing.status == 200 && nothing.json["items"]?.items.isEmpty == true)
        }
    }

    @Test("NUT-22, GW-08: a search reports its errors and requires sign-in")
    func refusals() async throws {
        try await TestGateway.with(neighbors: false) { gateway in
            let person = try await gateway.register()
            for path in [
                "/v1/foods", "/v1/foods?query=", "/v1/foods?query=%20%20", "/v1/foods?query=a&limit=0",
                "/v1/foods?query=a&limit=101", "/v1/foods?query=\(String(repeating: "a", count: 101))",
            ] {
                #expect(try await person.client.get(path).status == 400, "\(path)")
            }
            #expect(
                try await person.client.get("/v1/foods").json["errors"]?.items.first?["parameter"]?.string == "query")
            #expect(try await gateway.client.get("/v1/foods?query=apple").status == 401)
            #expect(try await gateway.client.get("/v1/foods/sr28-09003").status == 401)
        }
    }

    @Test("NUT-11: a food lists every nutrient; missing values are null")
    func read() async throws {
        try await TestGateway.with(neighbors: false) { gateway in
            let person = try await gateway.register()
            let rice = try await person.client.get("/v1/foods/fndds-58150310").json
            #expect(rice["nutrients"]?["energy"]?["amount"]?.number == 174)
            #expect(rice["nutrients"]?["energy"]?["unit"]?.string == "kcal")
            #expect(rice["nutrients"]?["manganese"]?["amount"] == .null)
            #expect(rice["nutrients"]?["alcohol"]?["amount"]?.number == 0)
            #expect(rice["source"]?["record"]?.string == "58150310")
            #expect(rice["names"]?["zh"]?.items.first?.string == "炒饭")
            #expect(rice["density"] == .number("0.837"))
            for bad in ["sr28-99999", "own-1", "sr28", "..%2f", "%00"] {
                #expect(try await person.client.get("/v1/foods/\(bad)").status == 404, "\(bad)")
            }
        }
    }
}
