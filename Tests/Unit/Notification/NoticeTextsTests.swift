import EventContracts
import Quantities
import TestPeers
import Testing

@testable import NotificationService

@Suite("Notice texts")
struct NoticeTextsTests {
    private let texts: NoticeTexts

    init() throws {
        texts = try NoticeTexts.builtIn()
    }

    @Test(
        "NOT-14: a locale selects one of four languages, else English",
        arguments: [
            ("en", NoticeLanguage.english), ("fr-CA", .french), ("es_MX", .spanish), ("zh-Hant-TW", .chinese),
            ("FR", .french), ("de-DE", .english), ("", .english),
        ])
    func language(of locale: String, is expected: NoticeLanguage) {
        #expect(NoticeLanguage(locale: locale) == expected)
        #expect(NoticeLanguage(locale: nil) == .english)
    }

    @Test(
        "NOT-14: phrases exist in every language with equal placeholders",
        arguments: NoticeTexts.Phrase.allCases)
    func phrasesAreWhole(_ phrase: NoticeTexts.Phrase) {
        let placeholders = NoticeLanguage.allCases.map { language in
            texts.text(phrase, in: language).matches(of: /\{[a-z]+\}/).map { String($0.output) }.sorted()
        }
        #expect(NoticeLanguage.allCases.allSatisfy { !texts.text(phrase, in: $0).isEmpty })
        #expect(Set(placeholders).count == 1)
    }

    @Test(
        "NOT-14: allergens and species have distinct names in every language",
        arguments: NoticeLanguage.allCases)
    func allergensHaveNames(in language: NoticeLanguage) {
        let names = AllergenChoice.allCases.map { texts.name(of: $0, in: language) }
        #expect(!names.contains(""))
        #expect(Set(names).count == AllergenChoice.allCases.count)
    }

    @Test("ALG-07: no text promises that a food is safe", arguments: NoticeLanguage.allCases)
    func noTextPromises(in language: NoticeLanguage) {
        let promises = [
            "safe", "harmless", "free of", "free from", "sûr", "sans danger", "sans risque", "segur", "sin riesgo",
            "sin peligro", "安全", "放心", "无害",
        ]
        for phrase in NoticeTexts.Phrase.allCases {
            let text = texts.text(phrase, in: language).lowercased()
            for promise in promises { #expect(!text.contains(promise), "\(phrase.rawValue): \(promise)") }
        }
    }

    @Test(
        "notice texts: a list follows the language's rules",
        arguments: [
            (NoticeLanguage.english, ["milk"], "milk"),
            (.english, ["milk", "eggs"], "milk and eggs"),
            (.english, ["milk", "eggs", "fish"], "milk, eggs and fish"),
            (.french, ["lait", "œufs", "soja"], "lait, œufs et soja"),
            (.spanish, ["leche", "soja"], "leche y soja"),
            (.chinese, ["花生", "大豆", "芝麻"], "花生、大豆和芝麻"),
            (.english, [], ""),
        ])
    func list(in language: NoticeLanguage, of items: [String], is expected: String) {
        #expect(texts.list(items, in: language) == expected)
    }

    @Test(
        "NOT-14: days: written in the language's own format",
        arguments: [
            (NoticeLanguage.english, "27 November 2026", "27 November", "1 March"),
            (.french, "27 novembre 2026", "27 novembre", "1er mars"),
            (.spanish, "27 de noviembre de 2026", "27 de noviembre", "1 de marzo"),
            (.chinese, "2026年11月27日", "11月27日", "3月1日"),
        ])
    func days(in language: NoticeLanguage, full: String, short: String, first: String) throws {
        let day = try #require(CalendarDay("2026-11-27"))
        #expect(language.day(day, hasYear: true) == full)
        #expect(language.day(day) == short)
        #expect(language.day(try #require(CalendarDay("2026-03-01"))) == first)
    }

    @Test("notice texts: a table with a missing or unknown row is rejected")
    func malformedTables() {
        let table = String(decoding: PackageResources.notices_tsv, as: UTF8.self)
        func key(of table: String) -> String? {
            do {
                _ = try NoticeTexts(table: table)
                return nil
            } catch {
                return error.key
            }
        }
        #expect(key(of: table) == nil)
        #expect(key(of: table.replacing("\nallergen.milk\t", with: "\n# ")) == "allergen.milk")
        #expect(key(of: table + "\nbody.joke\ta\tb\tc\td") == "body.joke")
        #expect(key(of: table + "\nallergen.fish\ta\tb\tc\td") == "allergen.fish")
        #expect(key(of: "other.one\tan ingredient on your own list") == "other.one")
    }
}
