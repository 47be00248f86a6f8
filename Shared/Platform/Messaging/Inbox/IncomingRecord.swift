import EventContracts
import Foundation
import Kafka

/// A record in the inbox: an event, a control record, or neither.
struct IncomingRecord: Sendable {
    enum Content: Sendable {
        case event(EventAttributes)
        case gapClosed(GapClosed)
        /// The record is not an event; its sequence number is known if at least that header is valid.
        case malformed(reason: String)
    }

    let record: KafkaRecord
    let key: String
    let content: Content
    /// Number within (topic, key); 0 if unnumbered.
    let sequence: Int64
    let first: Int64
    let epoch: Int64

    private static let unnumbered = Set(Topic.all.filter { !$0.isNumbered }.map(\.name))

    init(_ record: KafkaRecord) {
        self.record = record
        let key = record.key.map { String(decoding: $0, as: UTF8.self) } ?? ""
        self.key = key
        let headers = record.headers.map { (name: $0.name, value: $0.value) }
        func number(_ name: String) -> Int64 {
            headers.first { $0.name == name }.flatMap { Int64(String(decoding: $0.value.prefix(20), as: UTF8.self)) }
                .map { max(0, $0) } ?? 0
        }
        epoch = number(EventHeaders.Name.epoch)
        if EventHeaders.type(in: headers) == GapClosed.type {
            let closed = try? EventCoding.decode(GapClosed.self, from: record.value ?? [])
            content = closed.map { .gapClosed($0) } ?? .malformed(reason: "a control record that does not decode")
            sequence = 0
            first = 0
            return
        }
        do {
            let attributes = try EventHeaders.decode(headers, key: key)
            if !Self.unnumbered.contains(record.topicPartition.topic), attributes.sequence == 0 || key.isEmpty {
                content = .malformed(reason: "no key or no number")
            } else {
                content = .event(attributes)
            }
        } catch {
            content = .malformed(reason: "\(error)")
        }
        sequence = number(EventHeaders.Name.sequence)
        first = number(EventHeaders.Name.first)
    }

    /// The resource by which events are parked.
    var resource: String {
        if case .event(let attributes) = content { return attributes.resource }
        return key
    }

    var attributes: EventAttributes? {
        if case .event(let attributes) = content { return attributes }
        return nil
    }
}
