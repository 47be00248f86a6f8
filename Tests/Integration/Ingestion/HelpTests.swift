import EventContracts
import IngestionCore
import IngestionService
import TestPeers
import TestSupport
import Testing

@testable import IngestionAccounts

@Suite("Help") struct HelpTests {
    @Test("help: every page is public in every language, with the same sections")
    func pages() async throws {
        try await TestGateway.with({ $0.supportEmail = "help@example.org" }) { gateway in
            var shapes: [String: Set<String>] = [:]
            for language in ContentLanguage.allCases {
                let headers = ["accept-language": language.rawValue]
                let list = try await gateway.client.get("/v1/help", headers: headers)
                #expect(list.status == 200 && list.header("content-language") == language.rawValue)
                #expect(list.header("cache-control") == "public, max-age=3600")
                let items = try list.json["items"]?.items ?? []
                #expect(items.compactMap { $0["topic"]?.string } == HelpTopic.allCases.map(\.rawValue))
                #expect(try list.json["supportEmail"]?.string == "help@example.org")
                for item in items {
                    let topic = try #require(item["topic"]?.string)
                    let page = try await gateway.client.get("/v1/help/\(topic)", headers: headers)
                    #expect(page.status == 200, "\(topic)")
                    let json = try page.json, sections = json["sections"]?.items ?? []
                    #expect(json["language"]?.string == language.rawValue && json["title"] == item["title"])
                    #expect(sections.allSatisfy { $0["title"]?.string?.isEmpty == false }, "\(topic)")
                    #expect(sections.allSatisfy { $0["text"]?.string?.isEmpty == false }, "\(topic)")
                    let isLegal = ["terms", "privacy"].contains(topic)
                    #expect(json["isDraft"] == .bool(isLegal), "\(topic)")
                    let lists = sections.map { $0["text"]?.string?.split(separator: "\n").count ?? 0 }
                    shapes[topic, default: []].insert("\(json["version"]?.string ?? "") \(lists)")
                }
            }
            for (topic, different) in shapes { #expect(different.count == 1, "\(topic): \(different)") }
        }
    }

    @Test("help: an unchanged page gets 304, an unknown topic 404")
    func caching() async throws {
        try await TestGateway.with { gateway in
            let page = try await gateway.client.get("/v1/help/faq")
            let tag = try #require(page.header("etag"))
            #expect(page.header("vary")?.lowercased().contains("accept-language") == true)
            let again = try await gateway.client.get("/v1/help/faq", headers: ["if-none-match": tag])
            #expect(again.status == 304 && again.body.isEmpty)
            let other = try await gateway.client.get(
                "/v1/help/faq", headers: ["if-none-match": tag, "accept-language": "zh"])
            #expect(other.status == 200)
            for topic in ["nothing", "FAQ", "faq.en"] {
                #expect(try await gateway.client.get("/v1/help/\(topic)").status == 404)
            }
            #expect(try await gateway.client.get("/v1/help").json["supportEmail"] == nil)
        }
    }

    @Test("OPS-19: a comment on a help page is queued with its page")
    func comments() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), support = try await gateway.staff(.databaseSupport)
            let body = #"{"kind":"documentation","text":"Too short","about":{"page":"faq"}}"#
            let sent = try await person.send("POST", "/v1/feedback", body)
            #expect(sent.status == 201)
            #expect(try sent.json["about"]?["page"]?.string == "faq")
            let id = try #require(try sent.json["id"]?.string)
            let entry = try await support.client.get("/v1/admin/reviews/\(id)")
            let page = try entry.json["aboutPage"]?.string
            #expect(entry.status == 200 && page == "faq", "\(entry.text)")
            for about in [#"{"page":"nothing"}"#, #"{"page":1}"#, "{}"] {
                let wrong = #"{"kind":"documentation","text":"x","about":\#(about)}"#
                #expect(try await person.send("POST", "/v1/feedback", wrong).status == 422, "\(about)")
            }
            let bug = #"{"kind":"bug","text":"x","about":{"page":"faq"}}"#
            #expect(try await person.send("POST", "/v1/feedback", bug).pointers == ["/about/page"])
        }
    }

    @Test(
        "help: a file without a header or a section without text is refused",
        arguments: [
            "", "version: 1\ntitle: x\n\n## a\nb", "version: 1\ntitle: x\nsummary: y\n",
            "version: 1\ntitle: x\nsummary: y\n\n## a\n", "version: 1\ntitle: x\nsummary: y\nloose\n\n## a\nb",
        ])
    func malformed(markdown: String) {
        #expect(throws: HelpPage.Malformed(topic: .faq, language: .en)) {
            try HelpPage(.faq, in: .en, markdown: markdown)
        }
    }
}
