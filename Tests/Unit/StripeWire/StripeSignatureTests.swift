import Foundation
import StripeWire
import Testing

@Suite("Verifying provider notifications")
struct StripeSignatureTests {
    private static let secret = "whsec_test"
    private static let now = Date(timeIntervalSince1970: 1_790_000_000)
    private let body = Array(#"{"id":"evt_1","object":"event"}"#.utf8)
    private let check = StripeSignature(secrets: [Self.secret])

    private func refusal(
        _ header: String, body: [UInt8]? = nil, at now: Date = Self.now, by check: StripeSignature? = nil
    ) -> StripeSignature.Refusal? {
        do throws(StripeSignature.Refusal) {
            try (check ?? self.check).check(body ?? self.body, header: header, at: now)
            return nil
        } catch {
            return error
        }
    }

    @Test("row 27: a notification verifies with the old and the new secret")
    func genuine() {
        let header = StripeSignature.sign(body, secret: Self.secret, at: Self.now)
        #expect(refusal(header) == nil)
        #expect(refusal(header + ",v0=00,v2=zz") == nil)
        #expect(refusal(header, by: StripeSignature(secrets: ["whsec_new", Self.secret])) == nil)
        let other = String(repeating: "0", count: 64)
        #expect(refusal(header.replacing(",v1=", with: ",v1=\(other),v1=")) == nil)
    }

    @Test("signature: HMAC-SHA256 of time, dot and body: known value")
    func known() {
        // Computed by: printf '1790000000.{}' | openssl dgst -sha256 -hmac whsec_test
        #expect(
            StripeSignature.sign(Array("{}".utf8), secret: Self.secret, at: Self.now)
                == "t=1790000000,v1=1c2847ad1f8158a1da978f36627ac1f07f7fd027321ac9ad40bccc06743f8396")
    }

    @Test("row 27: a notification with changed content is rejected")
    func forged() {
        let header = StripeSignature.sign(body, secret: Self.secret, at: Self.now)
        #expect(refusal(header, body: body + [0x20]) == .forged)
        #expect(refusal(header.replacing("t=1790000000", with: "t=1790000001")) == .forged)
        #expect(refusal(StripeSignature.sign(body, secret: "whsec_other", at: Self.now)) == .forged)
        #expect(refusal(header, by: StripeSignature(secrets: [])) == .forged)
        #expect(
            refusal(StripeSignature.sign(body, secret: "", at: Self.now), by: StripeSignature(secrets: [""])) == .forged
        )
    }

    @Test("row 27: a notification older than five minutes is rejected")
    func untimely() {
        let header = StripeSignature.sign(body, secret: Self.secret, at: Self.now)
        for (seconds, expected) in [(300.0, nil), (301, .untimely), (600, .untimely), (-300, nil), (-301, .untimely)]
            as [(Double, StripeSignature.Refusal?)]
        {
            #expect(refusal(header, at: Self.now.addingTimeInterval(seconds)) == expected, "\(seconds)")
        }
    }

    @Test(
        "signature: an invalid header is rejected",
        arguments: [
            "", "t=1", "v1=00", "t=,v1=", "t=1790000000,v1", "t=-1,v1=00", "t=1790000000,t=1790000000,v1=00",
            "t=99999999999999999999,v1=00", "t=1790000000,v1=zz", "=,=", ",,,",
        ])
    func malformed(header: String) {
        #expect(refusal(header) == .malformed)
        #expect(refusal(header + String(repeating: ",v1=0", count: 1_000)) == .malformed)
    }

    @Test("signature: random headers are rejected, never a crash")
    func random() {
        let pieces = ["t=", "v1=", ",", "=", "1790000000", "00", "é", "\u{0}", " ", String(repeating: "a", count: 64)]
        for _ in 0..<2_000 {
            let header = (0..<Int.random(in: 0...8)).map { _ in pieces.randomElement() ?? "" }.joined()
            #expect(refusal(header) != nil)
        }
    }
}

@Suite("Notification contents")
struct StripeNoticeTests {
    private func notice(_ text: String) -> StripeNotice? { StripeNotice(Array(text.utf8)) }

    @Test("notification: object, kind and account metadata are read")
    func read() throws {
        let account = UUID()
        let read = try #require(
            notice(
                """
                {"id":"evt_1","type":"payment_intent.succeeded","created":1,"data":{"object":{"id":"pi_1","amount":5,
                "metadata":{"account":"\(account.uuidString.lowercased())","charge":"x"}}}}
                """))
        #expect(read.id == "evt_1" && read.type == "payment_intent.succeeded" && read.objectID == "pi_1")
        #expect(read.account == account)
    }

    @Test("notification: an object of another application has no account")
    func foreign() throws {
        for metadata in ["{}", "null", #"{"account":"me"}"#] {
            let text = #"{"id":"evt_1","type":"x.y","data":{"object":{"id":"pi_1","metadata":\#(metadata)}}}"#
            #expect(try #require(notice(text)).account == nil)
        }
        #expect(notice(#"{"id":"evt_1","type":"x.y","data":{"object":{"id":"pi_1"}}}"#)?.account == nil)
    }

    @Test(
        "notification: names unsafe in URLs or logs are rejected",
        arguments: ["", "../refunds", "pi_1?x=1", "pi 1", "pi_1\\n", "é"])
    func names(name: String) {
        #expect(notice(#"{"id":"evt_1","type":"x.y","data":{"object":{"id":"\#(name)"}}}"#) == nil)
        #expect(notice(#"{"id":"\#(name)","type":"x.y","data":{"object":{"id":"pi_1"}}}"#) == nil)
    }

    @Test(
        "notification: an invalid one is rejected",
        arguments: ["", "null", "[]", "{}", #"{"id":"evt_1","type":"x.y"}"#])
    func others(text: String) {
        #expect(notice(text) == nil)
    }
}
