import EventContracts
import IngestionAccounts
import IngestionCore
import IngestionService
import Testing
import UnitSupport

@Suite("Input rules") struct DomainRuleTests {
    @Test(
        "passwords: length counts characters; common ones are rejected",
        arguments: [
            ("kurz", PasswordRules.Fault.tooShort), ("1234567", .tooShort), ("password1", .common),
            ("PassWord123", .common),
            ("aaaaaaaaaaaa", .common), ("person@example.com", .likeAddress), ("PERSON@example.com", .likeAddress),
            (String(repeating: "xy", count: 65), .tooLong),
        ])
    func refusesPassword(password: String, fault: PasswordRules.Fault) {
        #expect(PasswordRules.fault(in: password, address: EmailAddress("person@example.com")) == fault)
    }

    @Test(
        "passwords: accepted without composition rules",
        arguments: [
            "correct horse battery staple", "tr0ub4dor", "        x", "ça va bien", "我喜欢吃花生酱和面包", "zwölf Zeichen",
            String((0..<128).map { Character(Unicode.Scalar(0x4e00 + UInt32($0)) ?? "x") }),
        ])
    func acceptsPassword(password: String) {
        #expect(PasswordRules.fault(in: password, address: EmailAddress("person@example.com")) == nil)
    }

    @Test(
        "passwords: disguised common ones are rejected (NIST SP 800-63B)",
        arguments: [
            // One word, with its delimiters.
            "sunshine", "Sunshine1", "sunshine2026!", "!!princess!!", "1234dragonfly", "football19991231",
            "liverpool123456",
            "Volleyball", "wednesday", "septembre", "contraseña", "Geheim2024", "PASSWORT",
            // Disguised words.
            "p@$$w0rd", "P4ssw0rd!", "5un5h1n3", "m1ch4el1", "1l0v3y0u", "sw33th34rt",
            // Two words, a phrase, a word twice or backwards.
            "ilovejesus", "iloveanna", "monkeydragon", "blue-banana", "testtest", "hello.hello", "drowssap",
            // Keyboard walks, sequences, repetitions and dates.
            "qwertzuiop", "1qaz2wsx3edc", "zaq12wsx", "qweasdzxc", "asdf1234", "abcd1234", "98765432", "13579135",
            "abcabcabc",
            "147258369", "11223344", "!@#$%^&*", "19991231", "31.12.1999", "12/31/1999", "a123456789", "００００１１１１",
        ])
    func refusesCommonPassword(password: String) {
        #expect(PasswordRules.fault(in: password, address: nil) == .common)
    }

    @Test(
        "passwords: accepted if they only start like a common one",
        arguments: [
            "password83749201", "dragon vs quartz", "9f4kdragon22x", "84930217", "quartz7lamp!ember", "xK9#mQ2$vL",
            "blauer Wal 8",
            "velvetsaxifrage",
        ])
    func acceptsUncommonPassword(password: String) {
        #expect(PasswordRules.fault(in: password, address: nil) == nil)
    }

    @Test("GW-41: the longest password is checked within milliseconds")
    func boundedWork() async {
        for text in ["1", "a", "a1", "qwe", "!a", "ilove", "９"] {
            let long = String(String(repeating: text, count: 128).prefix(127)) + "x"
            let took = await fastest(of: 20, until: .milliseconds(200)) {
                _ = PasswordRules.fault(in: long, address: nil)
            }
            #expect(took < .milliseconds(200), "\(text): \(took)")
        }
    }

    @Test(
        "card numbers: found also grouped and within text",
        arguments: [
            "4111111111111111", "4111 1111 1111 1111", "card 4111-1111-1111-1111 exp 12/29", "378282246310005",
            "4000000000000000006", "5555555555554444", "2223000048400011", "x 6011 1111 1111 1117 12 y",
            "0f8fad5b-d9cb-469f-4111-111111111111 4111 1111 1111 1111",
            "x0f8fad5b-d9cb-469f-4111-111111111111",
            "4111.1111.1111.1111", "4111/1111/1111/1111", "4111_1111_1111_1111", "4111\u{a0}1111\u{a0}1111\u{a0}1111",
            "4111\u{200b}1111\u{200b}1111\u{200b}1111", "4111\n1111\n1111\n1111", "4111\r\n1111\r\n1111\r\n1111",
            "4111 1111  1111 1111", "4111 / 1111 / 1111 / 1111", "4111–1111–1111–1111", "4111,1111,1111,1111",
            "4111·1111·1111·1111", "4111\u{ad}1111\u{feff}1111\u{2060}1111", "4.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1",
            "41/11/11/11/11/11/11/11", "3782.822463.10005", "４１１１１１１１１１１１１１１１", "４１１１ １１１１ １１１１ １１１１",
            "٤١١١١١١١١١١١١١١١", "٤١١١-١١١١-١١١١-١١١١", "४१११११११११११११११", "4①1①1①1①1①1①1①1①",
        ])
    func findsCardNumber(text: String) { #expect(CardNumberGuard.holdsCardNumber(text)) }

    @Test(
        "card numbers: other numbers are accepted",
        arguments: [
            "4111111111111112", "5901234123457", "1234567890123456", "411111111111111", "4111 1111 a 1111 1111", "",
            "0000000000000000",
            "lot 20261121 best before 2027-01-01", "41111111111111114111111111111111",
            "4111 and 1111 and 1111 and 1111", "411111111111.1111", "4111.111111111111", "2026-11-26 12:30:45.123456",
            "25.10/30.20/11.90/40.00", "41.11 11.11 11.11 11.11", "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13",
            "0f8fad5b-d9cb-469f-4111-111111111111", "person-0f8fad5b-d9cb-469f-4111-111111111111@example.com",
        ])
    func leavesOtherNumbers(text: String) { #expect(!CardNumberGuard.holdsCardNumber(text)) }

    @Test(
        "trade item numbers: need a valid check digit",
        arguments: [
            ("96385074", true), ("036000291452", true), ("4006381333931", true), ("10012345678902", true),
            ("4006381333932", false), ("", false), ("400638133393x", false), ("12345", false),
        ])
    func checksTradeItemNumber(text: String, isValid: Bool) { #expect((GTIN(text) != nil) == isValid) }

    @Test("trade item numbers: GTIN-8, -12 and -13 equal their GTIN-14")
    func normalizesTradeItemNumber() {
        #expect(GTIN("96385074")?.digits == "00000096385074")
        #expect(GTIN("036000291452") == GTIN("0036000291452") && GTIN("036000291452") == GTIN("00036000291452"))
    }

    @Test(
        "account fields: language tags and time zones are checked",
        arguments: [
            ("en", true), ("fr-CA", true), ("zh-Hant-TW", true), ("e", false), ("", false), ("en-", false),
            ("en_US", false),
            ("en-abcdefghi", false), ("<script>", false),
        ])
    func checksLocale(text: String, isValid: Bool) { #expect(LocaleTag.isWellFormed(text) == isValid) }

    @Test(
        "time zones: those of the IANA database are accepted",
        arguments: [
            ("America/Toronto", true), ("UTC", true), ("Europe/Paris", true), ("Mars/Olympus", false), ("", false),
        ])
    func checksTimeZone(text: String, isValid: Bool) { #expect(LocaleTag.isTimeZone(text) == isValid) }
}
