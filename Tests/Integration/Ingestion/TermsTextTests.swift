import IngestionCore
import TestPeers
import TestSupport
import Testing

@Suite("Terms text (GW-21, WEB-51)") struct TermsTextTests {
    @Test(
        "terms: the current version is public in every language",
        arguments: ContentLanguage.allCases)
    func everyLanguage(language: ContentLanguage) async throws {
        try await TestGateway.with { gateway in
            let version = try #require(try await gateway.client.get("/v1/terms").json["version"]?.string)
            let answer = try await gateway.client.get(
                "/v1/terms/\(version)", headers: ["accept-language": language.rawValue])
            #expect(answer.status == 200 && answer.header("content-language") == language.rawValue)
            let text = try answer.json
            #expect(text["version"]?.string == version && text["language"]?.string == language.rawValue)
            for part in ["terms", "privacy"] {
                let sections = text[part]?.items ?? []
                #expect(sections.count >= 9)
                #expect(sections.allSatisfy { ($0["title"]?.string ?? "").isEmpty == false })
                #expect(sections.allSatisfy { ($0["text"]?.string ?? "").isEmpty == false })
            }
        }
    }

    @Test("terms: an unknown version is not found")
    func unknown() async throws {
        try await TestGateway.with { gateway in
            for version in ["1999-01", "2026", "%2e%2e"] {
                let answer = try await gateway.client.get("/v1/terms/\(version)")
                #expect(answer.status == 404, "\(version)")
            }
        }
    }
}
