import SampleLabels
import TestPeers
import TestSupport
import Testing
import UnitSupport
import VisionService

@Suite("Lost text within a list")
struct LostPrintTests {
    /// A row of print: ten pixels per character, 32 pixels per row.
    private struct Row {
        var text: String
        var x = 40.0
        /// Vertical position in rows, from the first one.
        var depth: Double
    }

    private static let list = [
        "Ingredients: rice flour, sugar, palm oil, glucose syrup, water,",
        "maize starch, colour (paprika extract), thickener (guar gum),",
        "raising agents (sodium bicarbonate, ammonium carbonate), salt,",
        "roasted cashews, skimmed milk powder, acidity regulator",
        "(citric acid), rapeseed oil, cinnamon.",
    ]

    private static func judge(_ lines: [String], _ change: (inout [Row]) -> Void = { _ in }) -> Completeness {
        var rows = lines.enumerated().map { Row(text: $1, depth: Double($0)) }
        change(&rows)
        let read = rows.map { row in
            TextLine(
                row.text,
                quad: Quad(x: row.x, y: 60 + 32 * row.depth, width: Double(row.text.count) * 10, height: 26),
                confidence: 0.99, sharpness: 0.6)
        }
        return Completeness.judge(
            TextReading(
                width: 760, height: 600, lines: ReadingOrder.sort(read), brightness: 0.7,
                predictor: Predictor(name: "test", version: "1")))
    }

    /// The places of lost text, exact to the pixel.
    private static func lost(_ judged: Completeness) -> [PixelRect] {
        judged.places.filter { $0.gap == .lostPrint }.map { place in
            let bounds = place.quad.bounds
            return PixelRect(
                minX: bounds.minX.rounded(), minY: bounds.minY.rounded(), maxX: bounds.maxX.rounded(),
                maxY: bounds.maxY.rounded())
        }
    }

    @Test("lost text: a complete list is reliable") func wholeList() {
        #expect(Self.judge(Self.list) == Completeness(gaps: [], advice: []))
    }

    @Test("C17: lost text is reported after an unclosed bracket") func unclosedBracket() {
        var lines = Self.list
        lines[1] = "maize starch, colour (paprika extract), thickener (guar gum"
        let judged = Self.judge(lines)
        #expect(judged.gaps == [.lostPrint] && judged.advice == [.faceItFlat])
        #expect(Self.lost(judged) == [PixelRect(minX: 540, minY: 92, maxX: 630, maxY: 118)])
    }

    @Test("C17: lost text is reported at an unopened closing bracket") func unopenedBracket() {
        var lines = Self.list
        lines[4] = "citric acid), rapeseed oil, cinnamon."
        #expect(Self.lost(Self.judge(lines)) == [PixelRect(minX: 40, minY: 188, maxX: 160, maxY: 214)])
    }

    @Test("C17: lost text is reported where a sentence lacks a row", arguments: [false, true])
    func missingRow(isUppercase: Bool) {
        let judged = Self.judge(isUppercase ? Self.list.map { $0.uppercased() } : Self.list) { $0.remove(at: 2) }
        #expect(judged.gaps == [.lostPrint])
        #expect(Self.lost(judged).first?.minY == 118 && Self.lost(judged).first?.maxY == 156)
    }

    @Test("C17: lost text is reported for a short row among full rows") func coveredEnd() {
        var lines = Self.list
        lines[3] = "roasted cashews, skimmed"
        let judged = Self.judge(lines)
        #expect(judged.gaps == [.lostPrint])
        #expect(Self.lost(judged) == [PixelRect(minX: 280, minY: 156, maxX: 670, maxY: 182)])
    }

    @Test("C17: lost text is reported for an indented row among aligned rows") func coveredStart() {
        let judged = Self.judge(Self.list) { rows in
            rows[3].text = "skimmed milk powder, acidity regulator"
            rows[3].x = 210
        }
        #expect(judged.gaps == [.lostPrint])
        #expect(Self.lost(judged) == [PixelRect(minX: 40, minY: 156, maxX: 210, maxY: 182)])
    }

    @Test("C17: lost text is reported for a gap in one row only") func coveredMiddle() {
        let judged = Self.judge(Self.list) { rows in
            rows[3].text = "roasted cashews,"
            rows.append(Row(text: "acidity regulator", x: 420, depth: 3))
        }
        #expect(judged.gaps == [.lostPrint])
        #expect(Self.lost(judged) == [PixelRect(minX: 200, minY: 156, maxX: 420, maxY: 182)])
    }

    @Test("C17: a list ending above other text is cut off") func brokenOff() {
        let judged = Self.judge(Array(Self.list[..<3])) { rows in
            rows.append(Row(text: "Store in a cool place.", depth: 6))
        }
        #expect(judged.gaps == [.cutOff] && judged.advice == [.showWholeList])
        #expect(judged.places.map(\.quad.bounds.minY) == [124])
    }

    struct Layout: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let lines: [String]
    }

    private static let layouts = [
        Layout(
            testDescription: "one ingredient a row",
            lines: ["Ingredients:", "rice flour,", "sugar,", "glucose-fructose syrup,", "salt,", "cinnamon."]),
        Layout(
            testDescription: "hyphens",
            lines: [
                "Ingredients: sugar, palm oil, cocoa, glucose syrup, water, ha-", "zelnuts, skimmed mi-",
                "lk powder, emulsifier (so-",
                "ya lecithin), salt.",
            ]),
        Layout(
            testDescription: "sentences behind the list",
            lines: list + [
                "May contain sesame.", "Store in a cool and dry place, away from sunlight and strong",
                "odours. Best before: see lid.",
            ]
        ),
        Layout(
            testDescription: "a list without a full stop",
            lines: Array(list[..<4]) + [
                "(citric acid), salt", "Allergy advice: see ingredients in bold.", "Net weight 400 g",
            ]),
        Layout(
            testDescription: "numbered remarks",
            lines: Array(list[..<4]) + ["(citric acid), cinnamon.", "1) from organic farming", "a) fair trade"]),
        Layout(
            testDescription: "a remark in brackets",
            lines: Array(list[..<4]) + ["(citric acid, ascorbic acid)", "(Numbers in brackets are E numbers)"]),
    ]

    @Test("lost text: gaps that the layout explains are not reported", arguments: layouts)
    func explained(layout: Layout) {
        #expect(Self.lost(Self.judge(layout.lines)) == [])
    }

    @Test("lost text: centered rows and columns are not reported")
    func otherLayouts() {
        let centered = Self.judge(Self.list) { rows in
            for index in rows.indices { rows[index].x = 360 - Double(rows[index].text.count) * 5 }
        }
        #expect(Self.lost(centered) == [])
        let half = ["Ingredients: sugar, salt,", "maize, water, glucose", "syrup, cinnamon."]
        let columns = Self.judge(half) { rows in
            rows += half.indices.map { Row(text: half[$0], x: 400, depth: Double($0)) }
        }
        #expect(Self.lost(columns) == [])
    }

    @Test("lost text: a heading apart from its list is not reported", arguments: ["INGREDIENTS", "Ingredients:"])
    func heading(text: String) {
        let judged = Self.judge([text] + Self.list.dropFirst()) { rows in
            for index in rows.indices.dropFirst() { rows[index].depth += 1.5 }
        }
        #expect(Self.lost(judged) == [])
    }

    @Test("lost text: a separate paragraph is not reported")
    func apart() {
        let judged = Self.judge(Array(Self.list[..<4]) + ["(citric acid), salt"]) { rows in
            rows.append(Row(text: "Example Foods Ltd, 1 Example Street", depth: 6.5))
        }
        #expect(Self.lost(judged) == [])
    }

    @Test(
        "C17: lost text is reported under a fold, a reflection or a thumb", .slow,
        arguments: ["folded-en", "reflection-en", "thumb-en"])
    func photos(name: String) async throws {
        let reading = try await Engines.paddle().read(SampleLabel.named(name).picture(), .label, deadline: .soon)
        let judged = Completeness.judge(reading)
        #expect(judged.gaps.contains(.lostPrint), "\(reading.text)")
        #expect(!judged.places.isEmpty && judged.advice.contains(.faceItFlat))
    }

    @Test(
        "lost text: is reported for no other sample", .slow,
        arguments: SampleLabel.every.filter {
            !["folded-en.jpg", "reflection-en.jpg", "thumb-en.jpg"].contains($0.file)
        })
    func others(sample: SampleLabel) async throws {
        let reading = try await Engines.paddle().read(sample.picture(), .label, deadline: .soon)
        let judged = Completeness.judge(reading)
        #expect(!judged.gaps.contains(.lostPrint) || judged.gaps.count > 1, "\(reading.text)")
    }
}
