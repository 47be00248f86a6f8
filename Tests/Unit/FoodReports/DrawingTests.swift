import FoodCatalogue
import FoodReports
import Foundation
import Nourishment
import Testing
import UnitSupport

@Suite struct DrawingTests {
    private let words: ReportWords

    init() throws {
        words = try ReportWords.builtIn()
    }

    private func pdf(_ report: FoodReport, _ language: FoodLanguage = .french) throws -> Data {
        try ShownReport(report, as: .detailed).pdf(words: words, in: language)
    }

    /// The PDF as text, for finding the numbers after `/Count` and `/FontFile`.
    private func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

    @Test("NUT-31: a PDF embeds its fonts and is reproducible")
    func document() throws {
        let data = try pdf(breakfast())
        #expect(data.starts(with: Data("%PDF-1.".utf8)))
        #expect(text(data).hasSuffix("%%EOF\n"))
        // A subset of a font for Latin letters (regular and bold), and at least one for Chinese characters.
        let fonts = Set(text(data).matches(of: /\/BaseFont \/([A-Z]{6}\+[A-Za-z0-9-]+)/).map { String($0.1) })
        #expect(fonts.contains { $0.contains("DejaVu") })
        #expect(fonts.contains { !$0.contains("DejaVu") }, "no font with Chinese characters on this machine: \(fonts)")
        #expect(try pdf(breakfast()) == data)
    }

    @Test(
        "PDF: without Chinese text the Chinese font is omitted",
        arguments: [FoodLanguage.english, .french, .spanish])
    func subset(language: FoodLanguage) throws {
        let report = FoodReport(
            id: "r", subject: .meal, name: "Crème brûlée, ñandú", day: reportDay,
            items: [item("Œuf", 50, [.energy: 70])])
        let data = try pdf(report, language)
        let fonts = text(data).matches(of: /\/BaseFont \/[A-Z]{6}\+([A-Za-z0-9-]+)/).map { String($0.1) }
        #expect(!fonts.isEmpty)
        #expect(fonts.allSatisfy { $0.contains("DejaVu") })
        #expect(data.count < 120_000)
    }

    @Test("NUT-31: masses of a PDF are in grams, or in ounces on request")
    func masses() throws {
        #expect(ShownReport.mass(150, inOunces: false, in: .english) == "150 g")
        #expect(ShownReport.mass(150, inOunces: true, in: .english) == "5.3 oz")
        #expect(ShownReport.mass(150, inOunces: true, in: .french) == "5,3 oz")
        let report = ShownReport(breakfast(), as: .detailed)
        let grams = try report.pdf(words: words, in: .english)
        #expect(try report.pdf(words: words, in: .english, inOunces: true) != grams)
    }

    @Test("PDF: a long report spans several pages", arguments: [(1, 1), (60, 2), (500, 10)])
    func pages(foods: Int, minPages: Int) throws {
        let more = (0..<foods).map { item("Food number \($0)", 10, [.energy: Double($0)]) }
        let data = try pdf(breakfast(more: more), .english)
        let pages = text(data).matches(of: /\/Type \/Page\b(?!s)/).count
        #expect(pages >= minPages)
        #expect(pages <= minPages + 3)
    }

    @Test(
        "drawing: any name can be drawn", .slow,
        arguments: [
            "", "\0", "a\0b", "two\nlines", "\u{202E}backwards", String(repeating: "长", count: 3_000),
            String(repeating: "a\u{0301}", count: 2_000), "👩‍👩‍👧‍👦🍜", "<b>&amp;</b>", "\u{FFFD}\u{0007}",
            "الكسكس", "मसाला डोसा",
        ])
    func anyName(name: String) throws {
        let report = FoodReport(
            id: "r", subject: .meal, name: name, day: reportDay, items: [item(name, 50, [.energy: 70])],
            targets: [target(.energy, 2_000)])
        #expect(try pdf(report).count > 1_000)
        #expect(try ShareCard(report).png(words: words, in: .chinese).count > 1_000)
    }

    @Test("drawing: hidden numbers are not drawn")
    func hidden() throws {
        let shown = try pdf(breakfast(.day, name: nil, hidesNumbers: false))
        let hidden = try pdf(breakfast(.day, name: nil, hidesNumbers: true))
        #expect(shown != hidden)
    }

    @Test("NUT-23: the share card is a square PNG", arguments: FoodLanguage.allCases)
    func card(language: FoodLanguage) throws {
        let data = try ShareCard(breakfast()).png(words: words, in: language)
        #expect(data.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
        func number(at offset: Int) -> Int { data[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        #expect(number(at: 16) == ShareCard.side && number(at: 20) == ShareCard.side)
        guard language == .english else { return }
        #expect(try ShareCard(breakfast()).png(words: words, in: language) == data)
        #expect(try ShareCard(breakfast(hidesNumbers: true)).png(words: words, in: language) != data)
    }

    @Test("drawing: concurrent drawings do not interfere")
    func concurrently() async throws {
        let words = words
        let expected = try pdf(breakfast())
        let all = try await withThrowingTaskGroup(of: Data.self) { group in
            for _ in 0..<16 {
                group.addTask { try ShownReport(breakfast(), as: .detailed).pdf(words: words, in: .french) }
            }
            return try await group.reduce(into: [Data]()) { $0.append($1) }
        }
        #expect(all.allSatisfy { $0 == expected })
    }
}
