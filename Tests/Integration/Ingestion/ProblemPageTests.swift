import EventContracts
import Foundation
import IngestionCore
import ServiceRuntime
import TestPeers
import TestSupport
import Testing

@Suite("Pages of problem types") struct ProblemPageTests {
    @Test("problem type: each has a page with cause and remedy in each language")
    func pages() async throws {
        try await TestGateway.with(neighbors: false) { gateway in
            var texts: Set<String> = []
            for kind in ProblemKind.allCases {
                for language in ContentLanguage.allCases {
                    let headers = ["accept-language": language.rawValue]
                    let answer = try await gateway.client.get(ProblemDetails(kind).type, headers: headers)
                    let page = try answer.json, place = "\(kind) \(language)"
                    #expect(answer.status == 200 && answer.header("content-language") == language.rawValue, "\(place)")
                    #expect(page["type"]?.string == "/problems/\(kind.rawValue)", "\(place)")
                    #expect(page["title"]?.string == kind.title(in: language), "\(place)")
                    #expect(page["status"]?.number == kind.statusCode, "\(place)")
                    for part in ["cause", "remedy"] {
                        let text = try #require(page[part]?.string, "\(place)")
                        #expect(text.count > 4, "\(place)")
                        #expect(texts.insert("\(part) \(text)").inserted, "\(place) repeats \(text)")
                    }
                }
            }
        }
    }

    @Test("problem type: the answer is HTML if Accept prefers it, else JSON")
    func forms() async throws {
        try await TestGateway.with(neighbors: false) { gateway in
            let refused = try await gateway.client.get("/v1/nothing")
            let type = try #require(try refused.json["type"]?.string)
            for (accept, expected) in [
                ("text/html,application/xhtml+xml;q=0.9,*/*;q=0.8", "text/html; charset=utf-8"),
                ("application/json, text/html;q=0.5", "application/json"), ("*/*", "application/json"),
                ("text/html, application/json", "application/json"),
            ] {
                let answer = try await gateway.client.get(type, headers: ["accept": accept, "accept-language": "fr"])
                #expect(answer.status == 200 && answer.header("content-type") == expected, "\(accept)")
                #expect(answer.header("vary")?.contains("Accept-Language") == true)
                guard expected.hasPrefix("text/html") else { continue }
                #expect(answer.text.contains(#"<html lang="fr">"#) && answer.text.contains("<h1>Introuvable</h1>"))
                let policy = try #require(answer.header("content-security-policy"))
                #expect(policy.hasPrefix("default-src 'none'; style-src 'sha256-") && !policy.contains("unsafe"))
            }
        }
    }

    @Test("problem type: an unknown slug is 404")
    func unknown() async throws {
        try await TestGateway.with(neighbors: false) { gateway in
            for slug in ["nothing", "not-found.cause", "%2e%2e", "Not-Found"] {
                let answer = try await gateway.client.get("/problems/\(slug)", headers: ["accept": "text/html"])
                #expect(answer.status == 404 && answer.problem == "not-found", "\(slug)")
            }
        }
    }

    @Test("problem type: the URI of an event and the path of an answer agree", arguments: ProblemKind.allCases)
    func identifiers(kind: ProblemKind) {
        #expect(ProblemKind(type: kind.type) == kind && ProblemKind(type: kind.path) == kind)
        #expect(ProblemKind(type: kind.rawValue) == nil && ProblemKind(type: "https://x.example\(kind.path)") == nil)
        let sent = OutcomeProblem(type: kind.type, title: kind.title, status: kind.statusCode, detail: nil)
        #expect(sent.worded(in: .zh).type == kind.path && sent.worded(in: .zh).title == kind.title(in: .zh))
    }
}
