import IngestionCore
import Testing

@Suite("E-mail addresses") struct EmailAddressTests {
    @Test(
        "GW-06: every syntactically valid address is accepted",
        arguments: [
            "a@b.co", "first.last@example.com", "plus+tag@example.com", "a+b+c@example.org", "x@sub.sub.example.museum",
            "user@example.photography", "user@example.xn--vermgensberatung-pwb", "user@bücher.example", "用户@例子.中国",
            "δοκιμή@παράδειγμα.ελ", "!#$%&'*+-/=?^_`{|}~@example.com", "\"quoted string\"@example.com",
            "\"a\\\"b\"@example.com", "\"..\"@example.com", "user@localhost", "1234567890@example.com", "_@example.com",
            "user@123.example", "user@a-b.example", "user@[192.0.2.1]", "user@[IPv6:2001:db8::1]",
            "user@[IPv6:::ffff:192.0.2.1]",
            "UPPER@EXAMPLE.COM", "o'brien@example.ie", "user@xn--bcher-kva.example",
        ])
    func accepts(text: String) { #expect(EmailAddress(text) != nil) }

    @Test("GW-06: the longest address is accepted, a longer one is not")
    func lengths() {
        let local = String(repeating: "l", count: 64)
        let domain = [63, 63, 57].map { String(repeating: "d", count: $0) }.joined(separator: ".") + ".co"
        #expect("\(local)@\(domain)".utf8.count == 253)
        #expect(EmailAddress("\(local)@\(domain)") != nil)
        #expect(EmailAddress("\(local)@d\(domain)") == nil)
        #expect(EmailAddress("\(local)l@example.com") == nil)
        #expect(EmailAddress("a@\(String(repeating: "d", count: 64)).com") == nil)
    }

    @Test(
        "e-mail address: invalid ones are rejected",
        arguments: [
            "", "@", "a", "a@", "@b", "a b@example.com", "a@b@", ".a@example.com", "a.@example.com", "a..b@example.com",
            "a@-b.com", "a@b-.com", "a@b..com", "a@.com", "a@b.com.", "a@b_c.com", "a@exa mple.com", "a@[300.0.0.1]",
            "a@[IPv6:12345::]", "a@[IPv6:1:2:3:4:5:6:7:8:9]", "\"unclosed@example.com", "\"a\"b@example.com",
            "a\u{0}b@example.com",
            "a@1.2.3.4", "a\n@example.com", "a,b@example.com", "a@example.com\n", "a@ex\u{202e}ample.com",
            "<a@example.com>",
        ])
    func refuses(text: String) { #expect(EmailAddress(text) == nil) }

    @Test("e-mail address: spellings of one mailbox are equal, others are not")
    func normalizes() throws {
        let pairs = [
            ("Person@Example.COM", "person@example.com"), ("user@BÜCHER.example", "user@xn--bcher-kva.example"),
            ("caf\u{e9}@example.com", "cafe\u{301}@example.com"), ("a@München.de", "a@xn--mnchen-3ya.de"),
            ("a@例子.中国", "a@xn--fsqu00a.xn--fiqs8s"),
        ]
        for (one, other) in pairs {
            #expect(try #require(EmailAddress(one)).normalized == #require(EmailAddress(other)).normalized)
        }
        #expect(EmailAddress("a+b@example.com")?.normalized == "a+b@example.com")
        #expect(EmailAddress("Anna+B@BÜCHER.example")?.mailbox == "Anna+B@xn--bcher-kva.example")
    }
}
