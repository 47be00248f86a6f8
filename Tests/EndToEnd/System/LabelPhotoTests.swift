import EventContracts
import Foundation
import Postgres
import SampleLabels
import TestPeers
import TestSupport
import Testing

extension Programs.EndToEnd {
    /// From a photo to the verdict, through the real programs; the models come from `deploy/models`.
    @Suite("Label photo", .timeLimit(.minutes(10)))
    struct LabelPhotoTests {
        private struct Scan: Decodable {
            struct Finding: Decodable {
                struct Evidence: Decodable {
                    let text: String
                    let box: [Double]?
                }
                let allergen: String?
                let evidence: [Evidence]
            }
            struct Photo: Decodable {
                let outcome: String
                let doubts: [String]
                let textAsRead: String?
            }
            let id: UUID
            let verdict: String
            let complete: Bool
            let text: String?
            let contains: [Finding]
            let mayContain: [Finding]
            let advice: String?
            let photo: Photo?
        }

        private func scan(_ name: String, by person: TestPerson) async throws -> Scan {
            try await person.result(
                of: person.http.send(
                    "POST", "/v1/label-scans", headers: ["content-type": "image/jpeg", "prefer": "wait=12"],
                    body: try SampleLabel.photo(name)))
        }

        @Test("VIS-17, VIS-18, C17: unreadable photos are never reported as absent")
        func photos() async throws {
            try await withBackbone { stack in
                try await stack.service("vision").waitUntilReady()
                let person = try await stack.gateway.register()
                for name in ["clean-en.jpg", "clean-fr.jpg", "clean-es.jpg", "clean-zh.jpg"] {
                    let scan = try await scan(name, by: person)
                    #expect(scan.verdict == "contains", "\(name): \(scan.verdict) \(scan.text ?? "")")
                    #expect(scan.photo?.outcome == "read")
                    let evidence = scan.contains.flatMap(\.evidence)
                    #expect(!evidence.isEmpty && evidence.allSatisfy { $0.box?.count == 8 }, "\(name)")
                }
                let traces = try await scan("traces-en.jpg", by: person)
                #expect(traces.contains.isEmpty && !traces.mayContain.isEmpty)
                let unreadable = try await scan("unreadable-en.jpg", by: person)
                #expect(unreadable.verdict == "couldNotRead" && !unreadable.complete && unreadable.advice != nil)
                #expect(try await stack.count("SELECT count(*) FROM vision.jobs WHERE account_id = \(person.id)") == 0)
            }
        }

        @Test("VIS-16: accuracy: a correction is counted by model and shown")
        func corrections() async throws {
            try await withBackbone { stack in
                try await stack.service("vision").waitUntilReady()
                let person = try await stack.gateway.register(), other = try await stack.gateway.register()
                let scan = try await scan("unreadable-en.jpg", by: person)
                func correct(_ text: String, by person: TestPerson) async throws -> TestHTTPClient.Answer {
                    try await person.http.send(
                        "PATCH", "/v1/label-scans/\(scan.id.uuidString.lowercased())", json: ["text": text],
                        headers: ["prefer": "wait=12"])
                }
                let corrected: Scan = try await correct("Ingredients: rice, milk", by: person).expect(200)
                #expect(corrected.id == scan.id && corrected.verdict == "contains" && corrected.complete)
                #expect(corrected.text == "Ingredients: rice, milk" && corrected.photo?.textAsRead == scan.text)
                #expect(try await correct(" ", by: person).status == 422)
                #expect(try await correct("milk", by: other).status == 404)
                let typed = try await person.scan("sugar")
                let refused = try await person.http.send(
                    "PATCH", "/v1/label-scans/\(typed.id.uuidString.lowercased())", json: ["text": "milk"],
                    headers: ["prefer": "wait=12"])
                #expect(refused.status == 409, "a list that was typed is sent again instead: \(refused.text)")
                let metrics = try await TestHTTPClient(port: stack.service("allergen").healthPort).get("/metrics").text
                #expect(metrics.contains("foodmagic_allergen_corrections_total{predictor=\"pp-ocr-small/"))
            }
        }
    }
}
