import EventContracts
import Foundation
import Kafka
import Testing

@testable import Messaging

@Suite("Stored headers")
struct RecordHeadersTests {
    @Test("stored headers: any header round-trips")
    func roundTrip() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let headers = (0..<Int.random(in: 0...8)).map { _ in
                KafkaHeader(
                    name: String((0..<Int.random(in: 0...12)).map { _ in "aé中😀_".randomElement() ?? "x" }),
                    value: (0..<Int.random(in: 0...300)).map { _ in UInt8.random(in: 0...255, using: &generator) })
            }
            #expect(RecordHeaders(bytes: RecordHeaders(headers).bytes)?.headers == headers)
        }
    }

    @Test("stored headers: truncated bytes are rejected without overreading")
    func truncated() {
        let whole = RecordHeaders([KafkaHeader(name: "ce_id", value: [1, 2, 3])]).bytes
        for length in 1..<whole.count { #expect(RecordHeaders(bytes: Array(whole.prefix(length))) == nil) }
    }

    @Test("stored headers: sequence, first flag and epoch are set at each send")
    func perSendHeaders() {
        let attributes = EventAttributes(
            id: UUID(), source: "foodmagic/test", type: ScanAssessed.type, time: Date(), subject: nil, key: "k",
            sequence: 7, first: 2, epoch: 3, correlationID: UUID())
        let names = RecordHeaders(attributes).headers.map(\.name)
        #expect(names.contains(EventHeaders.Name.id))
        #expect(!names.contains(EventHeaders.Name.sequence))
        #expect(!names.contains(EventHeaders.Name.epoch))
    }
}
