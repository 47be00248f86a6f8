import Foundation
import IngestionCore
import IngestionService
import NIOCore
import ServiceRuntime
import Testing
import UnitSupport

@Suite("Headers and cursors") struct HeaderTests {
    @Test(
        "Prefer: wait is parsed and capped, other values ignored",
        arguments: [
            (["wait=5"], 5), (["respond-async, wait=10"], 10), (["wait=99"], 12), (["Wait=\"3\""], 3),
            (["wait = 4"], 4),
            (["foo; bar=\"a,wait=9\", wait=2"], 2), (["wait=1", "wait=7"], 1),
            (["return=minimal; x=1", "wait=6; y"], 6),
        ])
    func preferWait(values: [String], seconds: Int) { #expect(Preference(values).wait == seconds) }

    @Test(
        "Prefer: malformed values are ignored",
        arguments: [
            "", "wait", "wait=", "wait=-1", "wait=0", "wait=x", "wait=1.5", ",,;;=", "\"", "wait=0, wait=5",
            "wait=x, wait=5",
        ])
    func preferNothing(value: String) { #expect(Preference([value]).wait == nil) }

    @Test(
        "Prefer: handling=lenient is read, other handling is strict",
        arguments: [
            (["handling=lenient"], true), (["wait=3, Handling=\"lenient\""], true),
            (["wait=3", "handling=lenient"], true), (["handling=strict"], false), (["handling"], false),
            (["lenient"], false), ([], false), (["handling=strict, handling=lenient"], false),
            (["handling=lenient", "Handling=strict"], true), (["handling, handling=lenient"], false),
        ])
    func preferLenient(values: [String], isLenient: Bool) { #expect(Preference(values).isLenient == isLenient) }

    @Test(
        "X-Forwarded-For: the last entries count, split at commas only",
        arguments: [
            (["\"a, 203.0.113.5"], 1, "203.0.113.5"), (["\"", "203.0.113.5"], 1, "203.0.113.5"),
            (["198.51.100.1, 203.0.113.5"], 1, "203.0.113.5"), (["a\\, 203.0.113.5, 192.0.2.1"], 2, "203.0.113.5"),
            ([" 203.0.113.5:4711 "], 1, "203.0.113.5"), (["[2001:db8::7]:443"], 1, "2001:db8::7"),
            (["2001:db8::7"], 1, "2001:db8::8"),
        ])
    func forwarded(lines: [String], proxies: Int, expected: String) {
        let proxy = try? SocketAddress(ipAddress: "192.0.2.99", port: 1)
        let address = ClientAddress(remote: proxy, forwarded: lines, trustedProxies: proxies)
        let same = ClientAddress(
            remote: try? SocketAddress(ipAddress: expected, port: 2), forwarded: [], trustedProxies: 0)
        #expect(address == same)
    }

    @Test(
        "X-Forwarded-For: an invalid entry is unknown, not skipped",
        arguments: [["203.0.113.5, unknown"], ["203.0.113.5, "], ["203.0.113.5", "\"203.0.113.6\""], ["a", "_x"]])
    func forwardedUnknown(lines: [String]) throws {
        let proxy = try SocketAddress(ipAddress: "192.0.2.99", port: 1)
        let address = ClientAddress(remote: proxy, forwarded: lines, trustedProxies: 1)
        #expect(address == ClientAddress(remote: proxy, forwarded: ["nobody"], trustedProxies: 1))
        #expect(address != ClientAddress(remote: proxy, forwarded: [], trustedProxies: 1))
        #expect(address != ClientAddress(remote: proxy, forwarded: ["203.0.113.5"], trustedProxies: 1))
    }

    @Test("ETags: If-Match needs strong ones, If-None-Match accepts weak ones")
    func entityTags() {
        #expect(EntityTag.condition([], weak: false) == nil)
        #expect(EntityTag.condition(["*"], weak: false) == .any)
        #expect(EntityTag.condition(["\"3\", \"4\""], weak: false) == .versions([3, 4]))
        #expect(EntityTag.condition(["W/\"3\""], weak: false) == .versions([]))
        #expect(EntityTag.condition(["W/\"3\""], weak: true) == .versions([3]))
        #expect(EntityTag.condition(["3", "\"x\"", "\"\""], weak: true) == .versions([]))
        #expect(EntityTag.text(7) == "\"7\"")
        #expect(EntityTag.condition(["\"3.1\""], weak: false) == .versions([3]))
        let beside = EntityTag.Version(3, beside: 1)
        #expect(beside.tag == "\"3.1\"" && EntityTag.Version(3).tag == "\"3\"")
        #expect(["\"3.1\"", "W/\"3.1\"", "\"2\", \"3.1\"", "*"].allSatisfy { beside.isNamed(in: [$0]) })
        #expect(["\"3\"", "\"3.2\"", "3.1", ""].allSatisfy { !beside.isNamed(in: [$0]) } && !beside.isNamed(in: []))
    }

    @Test("cursor: round-trips; any other text is rejected")
    func cursors() throws {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<UnitRun.rounds(2_000) {
            let cursor = PageCursor(sortKey: Int64.random(in: .min ... .max, using: &generator), id: UUID())
            #expect(PageCursor(cursor.text) == cursor)
            var bytes = Array(cursor.text.utf8)
            bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...127, using: &generator)
            if let other = PageCursor(String(decoding: bytes, as: UTF8.self)) {
                #expect(PageCursor(other.text) == other)
            }
            let garbage = (0..<Int.random(in: 0...80, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            #expect(PageCursor(String(decoding: garbage, as: UTF8.self)) == nil)
        }
    }

    @Test(
        "pages: limit from 1 to 100, cursors of this server only",
        arguments: ["0", "101", "-1", "x", "", "1.0", "9999999999999999999"])
    func badLimit(text: String) {
        #expect(throws: ProblemDetails.self) { try PageQuery([(name: "limit", value: text)]) }
        #expect(throws: ProblemDetails.self) { try PageQuery([(name: "cursor", value: text)]) }
    }

    @Test("pages: defaults and ignored parameters")
    func page() throws {
        #expect(try PageQuery([(name: "limit", value: "100"), (name: "owner", value: "x")]).limit == 100)
        #expect(try PageQuery([]).limit == PageQuery.defaultLimit)
    }
}

@Suite("Client addresses") struct ClientAddressTests {
    private func address(_ text: String, _ forwarded: [String] = [], proxies: Int = 0) throws -> ClientAddress {
        ClientAddress(
            remote: try SocketAddress(ipAddress: text, port: 1), forwarded: forwarded, trustedProxies: proxies)
    }

    @Test("client address: an IPv6 network of 64 bits counts as one")
    func networks() throws {
        #expect(try address("2001:db8:1:2::1") == address("2001:db8:1:2:ffff::9"))
        #expect(try address("2001:db8:1:2::1") != address("2001:db8:1:3::1"))
        #expect(try address("::1") == address("::2"))
        #expect(try address("192.0.2.1") != address("192.0.2.2"))
    }

    @Test("client address: an IPv4 address in IPv6 form is the same")
    func mapped() throws {
        #expect(try address("::ffff:192.0.2.1") == address("192.0.2.1"))
        #expect(try address("::ffff:192.0.2.1") != address("::ffff:192.0.2.2"))
        #expect(try address("::1", ["::ffff:192.0.2.7"], proxies: 1) == address("192.0.2.7"))
    }

    @Test("client address: X-Forwarded-For counts from trusted proxies only")
    func forwarded() throws {
        let header = ["203.0.113.7, 198.51.100.1", "10.0.0.1"]
        #expect(try address("192.0.2.1", header) == address("192.0.2.1"))
        #expect(try address("192.0.2.1", header, proxies: 1) == address("10.0.0.1"))
        #expect(try address("192.0.2.1", header, proxies: 2) == address("198.51.100.1"))
        #expect(try address("192.0.2.1", header, proxies: 4) == address("192.0.2.1"))
        #expect(try address("192.0.2.1", ["nonsense"], proxies: 1) != address("192.0.2.1"))
    }
}
