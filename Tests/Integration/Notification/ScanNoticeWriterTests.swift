import EventContracts
import TestPeers
import TestSupport
import Testing

@testable import NotificationService

@Suite("Texts of scans")
struct ScanNoticeWriterTests {
    private let writer: ScanNoticeWriter

    init() throws {
        writer = ScanNoticeWriter(texts: try NoticeTexts.builtIn())
    }

    private func text(_ scan: ScanAssessed, _ language: NoticeLanguage = .english) -> NoticeText {
        writer.text(of: scan, in: language, isCorrection: false)
    }

    @Test(
        "ALG-05, NOT-14: scan notice: each verdict has a text in each language",
        arguments: [
            (Verdict.contains, NoticeLanguage.english, "Contains: eggs and milk"),
            (.contains, .french, "Contient : œufs et lait"),
            (.contains, .spanish, "Contiene: huevos y leche"),
            (.contains, .chinese, "含有：蛋类和奶类"),
            (.couldNotRead, .english, "Could not read the label"),
            (.couldNotRead, .french, "Étiquette illisible"),
            (.couldNotRead, .spanish, "No se pudo leer la etiqueta"),
            (.couldNotRead, .chinese, "无法读取标签"),
            (.mayContain, .english, "May contain: tree nuts"),
            (.mayContain, .french, "Peut contenir : fruits à coque"),
            (.mayContain, .spanish, "Puede contener: frutos de cáscara"),
            (.mayContain, .chinese, "可能含有：坚果"),
            (.notDetected, .english, "Your allergens: not detected"),
            (.notDetected, .french, "Vos allergènes : non détectés"),
            (.notDetected, .spanish, "Sus alérgenos: no detectados"),
            (.notDetected, .chinese, "您的过敏原：未检出"),
        ])
    func title(of verdict: Verdict, in language: NoticeLanguage, is expected: String) {
        let scan = scan(
            verdict: verdict, contains: verdict == .contains ? [.milk, .eggs] : [],
            mayContain: verdict == .mayContain ? [.nuts] : [])
        let text = text(scan, language)
        #expect(text.title == expected)
        #expect(text.language == language.rawValue)
        #expect(!text.body.contains("{"))
    }

    @Test("ALG-08: traces are listed beside the contents")
    func tracesBesideContent() {
        let body = text(scan(verdict: .contains, contains: [.milk], mayContain: [.nuts, .sesame])).body
        #expect(body == "The ingredient list contains milk. May also contain: tree nuts and sesame.")
    }

    @Test("ALG-08: ignored traces are still listed")
    func ignoredTraces() {
        let text = text(scan(verdict: .notDetected, mayContain: [.nuts]))
        #expect(text.title == "Your allergens: not detected")
        #expect(text.body.hasSuffix("Traces you chose to ignore: tree nuts."))
    }

    @Test("ALG-07: scan notice: an incomplete result is stated")
    func incomplete() {
        let sentence = "The result is incomplete: part of the text could not be read reliably."
        #expect(text(scan(verdict: .contains, complete: false, contains: [.fish])).body.hasSuffix(sentence))
        #expect(!text(scan(verdict: .contains, contains: [.fish])).body.contains("incomplete"))
        #expect(!text(scan(verdict: .couldNotRead, complete: false)).body.contains("incomplete"))
    }

    @Test(
        "ALG-03: an empty or pending profile: the text states what was checked",
        arguments: [
            (true, false, "because your profile is empty."),
            (false, true, "because your latest profile change is still being processed. It will be checked again."),
            (true, true, "because your latest profile change is still being processed. It will be checked again."),
        ])
    func judgedForAll(empty: Bool, pending: Bool, ending: String) {
        let text = text(scan(verdict: .notDetected, profileEmpty: empty, profilePending: pending))
        #expect(text.title == "The 14 allergens: not detected")
        #expect(text.body.hasPrefix("None of the 14 allergens was detected"))
        #expect(text.body.hasSuffix(ending))
    }

    @Test(
        "ALG-17: custom ingredients count among the findings",
        arguments: [
            (Verdict.contains, [AllergenChoice](), 1, "Contains: an ingredient on your own list", ""),
            (.contains, [], 3, "Contains: 3 ingredients on your own list", ""),
            (.contains, [.milk], 2, "Contains: milk", " This includes 2 ingredients on your own list."),
            (.mayContain, [], 1, "May contain: an ingredient on your own list", ""),
        ])
    func others(_ verdict: Verdict, _ contains: [AllergenChoice], _ count: Int, _ title: String, _ ending: String) {
        let text = text(scan(verdict: verdict, contains: contains, otherMatches: count))
        #expect(text.title == title)
        #expect(text.body.hasSuffix(ending))
        #expect(text.body.contains("This includes") == !ending.isEmpty)
    }

    @Test("scan notice: a corrected result says that it replaces another")
    func correction() {
        let text = writer.text(of: scan(verdict: .contains, contains: [.milk]), in: .french, isCorrection: true)
        #expect(text.body == "Ce résultat en remplace un autre, plus ancien. La liste des ingrédients contient : lait.")
    }

    @Test(
        "NOT-04: a match or an unreadable label is an alert",
        arguments: [
            (Verdict.contains, Notice.Urgency.alert), (.couldNotRead, .alert), (.mayContain, .alert),
            (.notDetected, .notice),
        ])
    func urgency(of verdict: Verdict, is expected: Notice.Urgency) {
        #expect(ScanNoticeWriter.urgency(of: verdict) == expected)
    }
}
