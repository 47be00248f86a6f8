import EventContracts
import IngestionCore
import TestPeers
import TestSupport
import Testing

@Suite("Bug reports for developers") struct BugReportTests {
    @Test("OPS-20, GW-24: developers read bug reports only, and that is audited")
    func developers() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), developer = try await gateway.staff(.developer)
            var ids: [String: String] = [:]
            for kind in ["bug", "documentation", "report"] {
                let sent = try await person.send(
                    "POST", "/v1/feedback", #"{"kind":"\#(kind)","text":"About \#(kind)"}"#)
                ids[kind] = try sent.json["id"]?.string
            }
            for query in ["", "?kind=feedback"] {
                let list = try await developer.client.get("/v1/admin/reviews\(query)")
                #expect(try list.json["items"]?.items.map { $0["id"]?.string } == [ids["bug"]], "\(list.text)")
            }
            let reports = try await developer.client.get("/v1/admin/reviews?kind=report")
            #expect(try reports.json["items"]?.items.isEmpty == true)
            let bug = try #require(ids["bug"])
            #expect(try await developer.client.get("/v1/admin/reviews/\(bug)").json["text"]?.string == "About bug")
            for kind in ["documentation", "report"] {
                #expect(try await developer.client.get("/v1/admin/reviews/\(ids[kind] ?? "")").status == 404, "\(kind)")
            }
            #expect(try await developer.send("POST", "/v1/admin/reviews/\(bug)/claim", "").status == 403)
            let log = try await person.client.get("/v1/access-log")
            #expect(log.text.contains("developer"), "\(log.text)")
        }
    }
}
