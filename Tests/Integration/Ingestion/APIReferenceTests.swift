import FoodCatalogue
import Foundation
import IngestionCore
import TestPeers
import TestSupport
import Testing

@testable import IngestionService

@Suite("API reference for browsers") struct APIReferenceTests {
    @Test("API reference: every operation is listed, described and has an example")
    func operations() async throws {
        try await TestGateway.with(neighbors: false) { gateway in
            let contents = try await gateway.client.get("/docs")
            #expect(contents.status == 200 && contents.header("content-type") == "text/html; charset=utf-8")
            let text = String(decoding: IngestionService.description, as: UTF8.self)
            let operations = try APIDescription(yaml: text).operations
            #expect(Set(operations.map(\.id)) == Set(RouteTable.gateway.routes.map(\.operation)))
            var pages: [String: String] = [:]
            for operation in operations {
                #expect(contents.text.contains("href=\"/docs/\(operation.tag)#\(operation.id)\""), "\(operation.id)")
                if pages[operation.tag] == nil {
                    pages[operation.tag] = try await gateway.client.get("/docs/\(operation.tag)").text
                }
                let page = try #require(pages[operation.tag])
                let start = try #require(page.firstRange(of: "<section id=\"\(operation.id)\">")?.upperBound)
                let section = page[start...].split(separator: "</section>", maxSplits: 1).first ?? ""
                #expect(section.contains("Access: ") && section.contains("<h3>Answers</h3>"), "\(operation.id)")
                let request = section.split(separator: "<pre>").dropFirst().first ?? ""
                #expect(request.hasPrefix("\(operation.method) /") && !request.prefix(200).contains("/{"))
            }
        }
    }

    @Test("API description: examples name nutrients by their codes")
    func nutrients() {
        let text = String(decoding: IngestionService.description, as: UTF8.self)
        let named = text.matches(of: /\bnutrient: ([A-Za-z0-9]+)/).map { String($0.output.1) }
        let amounts = text.matches(of: /([A-Za-z0-9]+): \{ amount: [0-9.]+, unit: (?:kcal|g|mg) \}/)
            .map { String($0.output.1) }
        #expect(named.count >= 3 && amounts.count >= 8)
        for code in named + amounts { #expect(Nutrient(rawValue: code) != nil, "\(code)") }
    }

    @Test("API reference: links lead to existing places on this host only")
    func links() async throws {
        try await TestGateway.with(neighbors: false) { gateway in
            var pages = ["/docs": try await gateway.client.get("/docs").text]
            for link in try #require(pages["/docs"]).matches(of: /href="(\/docs\/[a-z]+)"/) {
                let path = String(link.output.1)
                pages[path] = try await gateway.client.get(path).text
            }
            #expect(pages.count > 10)
            for (path, page) in pages {
                #expect(!page.contains("<script") && !page.contains("<img") && !page.contains("<link"), "\(path)")
                for link in page.matches(of: /(?:href|src)="([^"#]*)(?:#([^"]*))?"/) {
                    let target = String(link.output.1)
                    if target == "/openapi.yaml" || target.hasPrefix("/problems/") { continue }
                    let linked = try #require(pages[target], "\(path) leads to \(target)")
                    guard let place = link.output.2 else { continue }
                    #expect(linked.contains("id=\"\(place)\""), "\(path) leads to \(target)#\(place)")
                }
            }
        }
    }

    @Test("API reference: its content policy allows only its own style")
    func policy() async throws {
        try await TestGateway.with(neighbors: false) { gateway in
            let answer = try await gateway.client.get("/docs/meals")
            let policy = try #require(answer.header("content-security-policy"))
            #expect(policy.hasPrefix("default-src 'none'; style-src 'sha256-"))
            #expect(!policy.contains("unsafe") && !policy.contains("http") && !policy.contains("script"))
            #expect(try await gateway.client.get("/docs/nothing").problem == "not-found")
        }
    }
}
