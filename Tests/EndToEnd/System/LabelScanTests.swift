import Foundation
import TestPeers
import TestSupport
import Testing
import UnitSupport

extension Programs.EndToEnd {
    @Suite("Ingredient text to verdict and notice", .timeLimit(.minutes(10)))
    struct LabelScanTests {
        @Test(
            "ALG-04, ALG-05, NOT-04: a scan in four languages has one notice"
        )
        func theWholeJob() async throws {
            try await withBackbone { stack in
                for label in Label.all {
                    let person = try await stack.gateway.register(locale: label.locale)
                    try await person.setProfile(.init(["milk", "peanuts"]))
                    let found = try await person.scan(label.contains)
                    #expect(found.verdict == "contains", "\(label.locale)")
                    #expect(found.contains.map(\.allergen) == ["milk"], "\(label.locale)")
                    #expect(found.contains.first?.evidence.first?.text == label.evidence, "\(label.locale)")
                    #expect(found.text == label.contains, "the text is given back as it came")
                    let nothing = try await person.scan(label.notDetected)
                    #expect(nothing.verdict == "notDetected", "\(label.locale)")
                    #expect(nothing.contains.isEmpty && nothing.mayContain.isEmpty)
                    let trace = try await person.scan(label.mayContain)
                    #expect(trace.verdict == "mayContain", "\(label.locale)")
                    #expect(trace.mayContain.map(\.allergen) == ["peanuts"], "\(label.locale)")
                    let notices = try await eventually("a notice per scan") {
                        let notices = try await person.notices()
                        return notices.count >= 3 ? notices : nil
                    }
                    let scans = [found, nothing, trace].map { $0.id.uuidString.lowercased() }
                    #expect(notices.map { $0.cause.lowercased() }.sorted() == scans.sorted(), "exactly one per scan")
                    #expect(notices.allSatisfy { $0.language == label.language }, "\(label.locale)")
                }
            }
        }

        @Test("ALG-07: ignored traces suppress the alert, not the finding")
        func tracesAndUnreadableLists() async throws {
            try await withBackbone { stack in
                let person = try await stack.gateway.register()
                try await person.setProfile(.init(["milk", "peanuts"], traces: "ignore"))
                let silent = try await person.scan("Ingredients: wheat flour, water. May contain traces of peanuts.")
                #expect(silent.verdict == "notDetected")
                #expect(silent.mayContain.map(\.allergen) == ["peanuts"])
                let unreadable = try await person.scan("qwzx vbnm ghjk tyui")
                #expect(unreadable.verdict == "couldNotRead")
                #expect(!unreadable.complete)
                let urgency = try await eventually("both notices") { () -> [String: String]? in
                    let notices = try await person.notices()
                    guard notices.count == 2 else { return nil }
                    return Dictionary(uniqueKeysWithValues: notices.map { ($0.cause.lowercased(), $0.urgency) })
                }
                #expect(urgency[silent.id.uuidString.lowercased()] == "notice")
                #expect(urgency[unreadable.id.uuidString.lowercased()] == "alert")
            }
        }

        @Test("ALG-03: a scan right after a profile change uses the new profile")
        func changedProfileCountsAtOnce() async throws {
            try await withBackbone { stack in
                let person = try await stack.gateway.register()
                for round in 0..<10 {
                    let isMilk = round % 2 == 0
                    let accepted = try await person.putProfile(.init([isMilk ? "milk" : "eggs"]), isHeld: false)
                    #expect(accepted.status == 202)
                    let scan = try await person.scan("Ingredients: sugar, whole milk powder, salt.")
                    #expect(scan.verdict == (isMilk ? "contains" : "notDetected"))
                    #expect(scan.profileVersion == Int64(round + 1))
                    #expect(!scan.profilePending)
                }
            }
        }

        @Test("label scan: another account's scan and operation are not found")
        func othersScans() async throws {
            try await withBackbone { stack in
                let owner = try await stack.gateway.register(), other = try await stack.gateway.register()
                let answer = try await owner.postScan("Ingredients: sugar, salt.", isHeld: false)
                let operation: TestPerson.Operation = try answer.expect(202)
                let path = try #require(operation.resource)
                try await eventually("the scan is there") { try await owner.http.get(path).status == 200 }
                let operationPath = "/v1/operations/\(operation.id.uuidString.lowercased())"
                for foreign in [path, operationPath] {
                    #expect(try await other.http.get(foreign).status == 404)
                    #expect(try await stack.gateway.http.get(foreign).status == 401)
                }
                #expect(try await other.scans().isEmpty)
            }
        }
    }
}

/// Ingredient lists of one language.
private struct Label {
    let locale: String
    /// Language of the notices.
    let language: String
    let contains: String
    /// The words of the list that name milk.
    let evidence: String
    let notDetected: String
    let mayContain: String

    static let all = [
        Label(
            locale: "en-GB", language: "en", contains: "Ingredients: sugar, skimmed milk powder, salt.",
            evidence: "skimmed milk powder", notDetected: "Ingredients: tomatoes, water, salt.",
            mayContain: "Ingredients: tomatoes, water, salt. May contain traces of peanuts."),
        Label(
            locale: "fr-CA", language: "fr", contains: "Ingrédients : sucre, lait écrémé en poudre, sel.",
            evidence: "lait écrémé en poudre", notDetected: "Ingrédients : tomates, eau, sel.",
            mayContain: "Ingrédients : tomates, eau, sel. Peut contenir des traces d'arachides."),
        Label(
            locale: "es-MX", language: "es", contains: "Ingredientes: azúcar, leche desnatada en polvo, sal.",
            evidence: "leche desnatada en polvo", notDetected: "Ingredientes: tomate, agua, sal.",
            mayContain: "Ingredientes: tomate, agua, sal. Puede contener trazas de cacahuetes."),
        Label(
            locale: "zh-CN", language: "zh", contains: "配料：白砂糖、全脂牛奶粉、食用盐。", evidence: "全脂牛奶粉",
            notDetected: "配料：番茄、水、食用盐。", mayContain: "配料：番茄、水、食用盐。可能含有花生。"),
    ]
}
