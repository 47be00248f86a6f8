import EventContracts
import Foundation
import Testing
import UnitSupport

@Suite("CloudEvents attributes as Kafka headers")
struct EventHeadersTests {
    private typealias Header = (name: String, value: [UInt8])

    private static func sample(_ change: (inout EventAttributes) -> Void = { _ in }) -> EventAttributes {
        var attributes = EventAttributes(
            id: UUID(), source: "foodmagic/allergen", type: ScanAssessed.type,
            time: EventTime.truncate(Date()), subject: "scan", key: "account", sequence: 5, first: 2, epoch: 3,
            operationID: .random(), operationStatus: .succeeded, correlationID: UUID(), causationID: UUID(),
            traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
        change(&attributes)
        return attributes
    }

    private static func bytes(_ attributes: EventAttributes) -> [Header] {
        EventHeaders.encode(attributes).map { ($0.name, Array($0.value.utf8)) }
    }

    @Test("event headers: all attributes round-trip")
    func roundTrip() throws {
        let changes: [(inout EventAttributes) -> Void] = [
            { _ in }, { $0.subject = nil }, { $0.isSnapshot = true }, { $0.operationID = nil },
            { $0.operationStatus = nil }, { $0.causationID = nil }, { $0.traceparent = nil },
            {
                $0.sequence = 0
                $0.first = 0
            },
        ]
        for change in changes {
            let attributes = Self.sample(change)
            #expect(try EventHeaders.decode(Self.bytes(attributes), key: "account") == attributes)
        }
    }

    @Test("event headers: unknown ones are ignored; the first of each counts")
    func additions() throws {
        let attributes = Self.sample()
        let more: [Header] = Self.bytes(attributes) + [("x-other", [0xff, 0xfe]), ("ce_subject", Array("late".utf8))]
        #expect(try EventHeaders.decode(more, key: "account") == attributes)
    }

    @Test(
        "event headers: required ones must be present",
        arguments: [
            EventHeaders.Name.specVersion, EventHeaders.Name.id, EventHeaders.Name.source, EventHeaders.Name.type,
            EventHeaders.Name.time, EventHeaders.Name.correlationID,
        ])
    func missing(_ name: String) {
        let headers = Self.bytes(Self.sample()).filter { $0.name != name }
        #expect(throws: EventHeaders.Malformed.self) { try EventHeaders.decode(headers, key: "account") }
    }

    @Test("event headers: random and mutated bytes never crash the parser")
    func fuzz() {
        let whole = Self.bytes(Self.sample())
        for _ in 0..<UnitRun.rounds(5_000) {
            var headers = whole
            for _ in 0..<Int.random(in: 1...4) {
                let index = Int.random(in: headers.indices)
                switch Int.random(in: 0..<4) {
                case 0: headers[index].value = (0..<Int.random(in: 0...40)).map { _ in .random(in: 0...255) }
                case 1: headers[index].value += [UInt8](repeating: 0x41, count: Int.random(in: 0...4_000))
                case 2: headers[index].name = EventHeaders.Name.all.randomElement() ?? ""
                default: headers[index].value = Array(headers[index].value.reversed())
                }
            }
            _ = try? EventHeaders.decode(headers, key: "account")
        }
    }

    @Test("event headers: control characters and overlong values are rejected")
    func hostileValues() {
        for (name, value) in [
            (EventHeaders.Name.subject, "a\nb"), (EventHeaders.Name.subject, String(repeating: "a", count: 1_025)),
            (EventHeaders.Name.sequence, "-1"), (EventHeaders.Name.sequence, "99999999999999999999"),
            (EventHeaders.Name.operationStatus, "done"), (EventHeaders.Name.time, "yesterday"),
        ] {
            let headers = Self.bytes(Self.sample()).map { $0.name == name ? (name, Array(value.utf8)) : $0 }
            #expect(throws: EventHeaders.Malformed.self) { try EventHeaders.decode(headers, key: "account") }
        }
    }
}

@Suite("Instants on the wire")
struct EventTimeTests {
    @Test("instants: a truncated one round-trips")
    func roundTrip() throws {
        for _ in 0..<UnitRun.rounds(5_000) {
            let date = EventTime.truncate(Date(timeIntervalSince1970: .random(in: 0...4_000_000_000)))
            #expect(EventTime.parse(EventTime.format(date)) == date)
        }
        #expect(EventTime.format(Date(timeIntervalSince1970: 1_795_246_986.934)) == "2026-11-21T07:43:06.934Z")
    }
}
