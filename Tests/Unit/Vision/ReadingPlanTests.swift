import Testing
import VisionService

struct ReadingPlanTests {
    private static func line(_ text: String, y: Double, confidence: Double, height: Double = 20) -> TextLine {
        TextLine(text, quad: Quad(x: 10, y: y, width: 300, height: height), confidence: confidence)
    }

    @Test(
        "reading: small pictures are enlarged within limits",
        arguments: [(4_000, 1.0), (1_280, 1.0), (640, 2.0), (300, 3.0)])
    func enlarges(side: Int, factor: Double) {
        #expect(ReadingPlan.first(width: side, height: 100, .label).enlargement == factor)
        #expect(ReadingPlan.first(width: side, height: 100, .receipt).enlargement == 1)
    }

    @Test(
        "VIS-20: a long receipt is scanned as wide as a short one",
        arguments: [(800, 1_600, 960), (800, 2_400, 1_440), (2_400, 800, 1_440), (300, 6_000, 2_880)])
    func keepsLongReceiptsWide(width: Int, height: Int, longest: Int) {
        #expect(ReadingPlan.first(width: width, height: height, .receipt).detection.longest == longest)
    }

    @Test func aSmallDoubtfulSpotOfAReceiptIsLookedAtWithinTheModelsBounds() throws {
        let spot = TextLine("1", quad: Quad(x: 100, y: 100, width: 8, height: 40), confidence: 0.5)
        let glance = ReadingPlan.first(width: 700, height: 1_400, .receipt)
        let closer = try #require(ReadingPlan.closeUps(after: GlanceReading(lines: [spot]), glance).first)
        #expect(closer.detection.shortest >= 32 && closer.detection.longest >= closer.detection.shortest)
    }

    @Test func onlyDoubtfulPicturesAreProbed() throws {
        let sure = GlanceReading(lines: [Self.line("ingredients", y: 0, confidence: 0.95)])
        #expect(ReadingPlan.probe(after: sure) == nil)
        let odd = GlanceReading(lines: [Self.line("sʇuǝıpǝɹƃuı", y: 40, confidence: 0.62)])
        let probe = try #require(ReadingPlan.probe(after: odd))
        #expect(probe.quarterTurns == 2)
        #expect(probe.part?.contains(Point(x: 160, y: 50)) == true)
        #expect(ReadingPlan.isInverted(odd, probe: sure))
        #expect(!ReadingPlan.isInverted(odd, probe: odd))
    }

    @Test func looksCloserAtDoubtfulPartsOnly() throws {
        let reading = GlanceReading(
            lines: [
                Self.line("a certain line", y: 0, confidence: 0.99),
                Self.line("a doubtful one", y: 100, confidence: 0.7),
                Self.line("another right below", y: 125, confidence: 0.7),
            ])
        let glance = ReadingPlan.first(width: 1_600, height: 1_200, .label)
        let closeUps = ReadingPlan.closeUps(after: reading, glance)
        let closeUp = try #require(closeUps.first)
        #expect(closeUps.count == 1)
        #expect(closeUp.enlargement >= 2)
        #expect(closeUp.part?.contains(Point(x: 160, y: 135)) == true)
        #expect(closeUp.part?.contains(Point(x: 160, y: 10)) == false)
    }

    @Test func thereIsABoundOnCloserLooks() {
        let lines = (0..<50).map { Self.line("doubtful", y: Double($0) * 100, confidence: 0.5) }
        let glance = ReadingPlan.first(width: 1_600, height: 6_000, .label)
        #expect(ReadingPlan.closeUps(after: GlanceReading(lines: lines), glance).count == 4)
    }

    @Test("reading: enlargement stays within memory, whatever the photo size")
    func thereIsABoundOnEnlargedParts() throws {
        let large = TextLine(
            "doubtful", quad: Quad(x: 0, y: 0, width: 4_100, height: 3_100), confidence: 0.5)
        let glance = ReadingPlan.first(width: 4_160, height: 3_120, .label)
        let closeUp = try #require(ReadingPlan.closeUps(after: GlanceReading(lines: [large]), glance).first)
        let part = try #require(closeUp.part)
        let pixels = part.area * closeUp.enlargement * closeUp.enlargement
        #expect(pixels <= ReadingPlan.maxViewPixels || closeUp.enlargement == 1)
    }

    @Test func mergingKeepsTheMoreCertainReadingOfEachPlace() {
        let first = GlanceReading(
            lines: [Self.line("peanuts", y: 0, confidence: 0.99), Self.line("a1m0nds", y: 40, confidence: 0.6)],
            faint: [Quad(x: 10, y: 80, width: 300, height: 20), Quad(x: 10, y: 700, width: 300, height: 20)])
        let closer = GlanceReading(
            lines: [
                Self.line("peamuts", y: 1, confidence: 0.8), Self.line("almonds", y: 41, confidence: 0.97),
                Self.line("milk", y: 81, confidence: 0.9), Self.line("~", y: 300, confidence: 0.1),
            ])
        let part = PixelRect(minX: 0, minY: 0, maxX: 400, maxY: 200)
        let merged = ReadingPlan.merge(closer, of: part, into: first)
        #expect(Set(merged.lines.map(\.text)) == ["peanuts", "almonds", "milk"])
        #expect(merged.faint == [Quad(x: 10, y: 700, width: 300, height: 20)])
    }
}
