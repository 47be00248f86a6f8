import EventContracts
import Kafka

/// The headers of a record in a `bytea` column; preserves any header of any record.
///
/// For each: two bytes of name length, the name, four bytes of value length (big endian), the value.
package struct RecordHeaders: Sendable, Equatable {
    /// In record order.
    package let headers: [KafkaHeader]

    init(_ headers: [KafkaHeader]) {
        self.headers = headers
    }

    /// The headers of an event without a number; its number, the first kept number and the epoch are added at sending.
    init(_ attributes: EventAttributes) {
        let perSend = [EventHeaders.Name.sequence, EventHeaders.Name.first, EventHeaders.Name.epoch]
        headers = EventHeaders.encode(attributes)
            .filter { !perSend.contains($0.name) }
            .map { KafkaHeader(name: $0.name, value: Array($0.value.utf8)) }
    }

    /// Parses the column; nil if invalid.
    package init?(bytes: [UInt8]) {
        var rest = bytes[...]
        func take(_ count: Int) -> ArraySlice<UInt8>? {
            guard rest.count >= count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
        func number(_ width: Int) -> Int? {
            take(width).map { $0.reduce(0) { $0 << 8 | Int($1) } }
        }
        var headers: [KafkaHeader] = []
        while !rest.isEmpty {
            guard let nameLength = number(2), let name = take(nameLength), let valueLength = number(4),
                let value = take(valueLength)
            else { return nil }
            headers.append(KafkaHeader(name: String(decoding: name, as: UTF8.self), value: Array(value)))
        }
        self.headers = headers
    }

    /// The column's value.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for header in headers {
            let name = Array(header.name.utf8.prefix(Int(UInt16.max)))
            bytes += [UInt8(name.count >> 8), UInt8(name.count & 0xff)] + name
            let length = UInt32(clamping: header.value.count)
            bytes += (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) } + header.value
        }
        return bytes
    }
}
