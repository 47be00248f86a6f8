import Testing
import VisionService

struct CompletenessTests {
    /// A label with five good lines, to which a test adds a fault.
    private static func reading(_ change: (inout TextReading) -> Void = { _ in }) -> TextReading {
        let lines = [
            "Ingredients: water,", "sugar, wheat flour,", "milk powder, salt,", "eggs, almonds.", "Keep cool.",
        ]
        .enumerated().map { index, text in
            TextLine(
                text, quad: Quad(x: 40, y: 40 + Double(index) * 40, width: 400, height: 30), confidence: 0.99,
                sharpness: 0.6)
        }
        var reading = TextReading(
            width: 600, height: 400, lines: lines, brightness: 0.7, predictor: Predictor(name: "test", version: "1"))
        change(&reading)
        return reading
    }

    @Test func vouchesForAGoodPhoto() {
        #expect(Completeness.judge(Self.reading()) == Completeness(gaps: [], advice: []))
    }

    @Test("VIS-18: missing text is reported, never taken as empty")
    func tellsThatThereIsNoText() {
        let judged = Completeness.judge(Self.reading { $0.lines = [] })
        #expect(judged.gaps == [.noText])
        #expect(!judged.isVouched && !judged.advice.isEmpty)
    }

    struct Spoiling: Sendable, CustomStringConvertible {
        let gap: Completeness.Gap
        let advice: PhotoAdvice
        let change: @Sendable (inout TextReading) -> Void
        var description: String { gap.rawValue }
    }

    private static let spoilings = [
        Spoiling(gap: .noHeading, advice: .showWholeList) { $0.lines.removeFirst() },
        Spoiling(gap: .tooFewLines, advice: .showWholeList) { reading in
            reading.lines = [TextLine("Ingredients: milk.", quad: reading.lines[0].quad, confidence: 0.99)]
        },
        Spoiling(gap: .printTooSmall, advice: .comeCloser) { reading in
            for index in reading.lines.indices {
                reading.lines[index].quad = Quad(x: 40, y: 40 + Double(index) * 14, width: 150, height: 12)
            }
        },
        Spoiling(gap: .blurred, advice: .holdStill) { reading in
            for index in reading.lines.indices { reading.lines[index].sharpness = 0.1 }
        },
        Spoiling(gap: .uncertainReading, advice: .faceItFlat) { reading in
            for index in reading.lines.indices { reading.lines[index].confidence = 0.9 }
        },
        Spoiling(gap: .uncertainLine, advice: .faceItFlat) { $0.lines[4].confidence = 0.8 },
        Spoiling(gap: .uncertainLine, advice: .faceItFlat) { reading in
            reading.lines[4] = TextLine("nut.", quad: reading.lines[4].quad, confidence: 0.5)
        },
        Spoiling(gap: .uncertainLine, advice: .faceItFlat) { reading in
            reading.lines[4] = TextLine("花生", quad: reading.lines[4].quad, confidence: 0.7)
        },
        Spoiling(gap: .unreadRegion, advice: .faceItFlat) {
            $0.unread = [Quad(x: 40, y: 250, width: 400, height: 30)]
        },
        Spoiling(gap: .cutOff, advice: .showWholeList) {
            $0.lines[2].quad = Quad(x: 40, y: 120, width: 559, height: 30)
        },
        // The picture ends in the white space below a line: with a comma, or where a further line would not have been
        // visible.
        Spoiling(gap: .cutOff, advice: .showWholeList) { $0.lines.removeLast(2) },
        Spoiling(gap: .cutOff, advice: .showWholeList) { reading in
            reading.lines[4] = TextLine("soy lecithin", quad: reading.lines[4].quad, confidence: 0.99)
            reading.height = 245
        },
        Spoiling(gap: .tooDark, advice: .moreLight) { $0.brightness = 0.08 },
    ]

    @Test("reading: each reason for doubt has a name and advice", arguments: spoilings)
    func namesEachDoubt(spoiling: Spoiling) {
        let judged = Completeness.judge(Self.reading(spoiling.change))
        #expect(judged.gaps == [spoiling.gap])
        #expect(judged.advice.first == spoiling.advice)
    }

    @Test("C17: a list ending with a full stop or white space is complete")
    func endsOfLists() {
        #expect(Completeness.judge(Self.reading { $0.height = 240 }).isVouched)
        let open = Self.reading { reading in
            reading.lines[4] = TextLine("soy lecithin", quad: reading.lines[4].quad, confidence: 0.99)
        }
        #expect(Completeness.judge(open).isVouched)
    }

    @Test(
        "reading: spots outside the list do not count as unread",
        arguments: [
            Quad(x: 40, y: 250, width: 12, height: 10), Quad(x: 40, y: 230, width: 400, height: 150),
            Quad(x: 40, y: 900, width: 400, height: 30),
        ])
    func passesOverSpots(spot: Quad) {
        #expect(Completeness.judge(Self.reading { $0.unread = [spot] }).isVouched)
    }

    @Test func blurIsToldApartFromSmallPrint() {
        let judged = Completeness.judge(
            Self.reading { reading in
                for index in reading.lines.indices {
                    reading.lines[index].confidence = 0.9
                    reading.lines[index].sharpness = 0.2
                }
            })
        #expect(judged.advice == [.holdStill])
    }

    @Test func chinesePrintMustBeLarger() {
        let chinese = Self.reading { reading in
            for index in reading.lines.indices {
                let text = index == 0 ? "配料表：水、白砂糖" : "小麦粉、食用盐、鸡蛋"
                reading.lines[index] = TextLine(
                    text, quad: Quad(x: 40, y: 40 + Double(index) * 20, width: 200, height: 17), confidence: 0.99)
            }
        }
        #expect(Completeness.judge(chinese).gaps == [.printTooSmall])
        // The photo was decoded at half its size, and its full size had enough pixels.
        #expect(Completeness.judge(chinese, scale: 2).isVouched)
    }

    @Test(
        "reading: headings in four languages, broken and unaccented",
        arguments: [
            "INGREDIENTS:", "Ingrédients :", "Ingre-", "Ingredientes:", "Composición:", "配料表：", "原料：",
            "Ingredients Sugar,",
            "Liste des ingrédients", "Oat bar. Ingredients: oats", "配料 小麦粉", "主要成分", "Composition : eau",
        ])
    func findsHeadings(text: String) {
        #expect(Self.hasHeading(text, "dients"))
    }

    @Test(
        "C17: sentences about nutrition or packaging are not headings",
        arguments: [
            "For allergens, see ingredients in bold.", "ingredients in bold", "Ingrédients en gras", "营养成分表", "营养成分：",
            "包装材料：塑料", "原料产地：山东", "Composition nutritionnelle :", "Composición nutricional",
            "Made with natural ingredients",
            "Free of artificial ingredients",
        ])
    func passesOverOtherWords(text: String) {
        #expect(!Self.hasHeading(text, "Keep cool."))
    }

    private static func hasHeading(_ lines: String...) -> Bool {
        IngredientHeading.isPresent(
            in: reading { reading in
                let quad = reading.lines[0].quad
                reading.lines = lines.map { TextLine($0, quad: quad, confidence: 1) }
            })
    }
}
