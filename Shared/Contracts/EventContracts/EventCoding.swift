import Foundation

/// Codes event data as JSON with sorted keys, so that equal data is equal bytes; times as in `EventTime`.
package enum EventCoding {
    /// Encodes data as JSON.
    package static func encode(_ body: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(EventTime.format(date))
        }
        return [UInt8](try encoder.encode(body))
    }

    /// Decodes data from JSON; ignores unknown fields.
    package static func decode<Body: Decodable>(_ type: Body.Type, from bytes: [UInt8]) throws -> Body {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            guard let date = EventTime.parse(try container.decode(String.self)) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an RFC 3339 instant")
            }
            return date
        }
        return try decoder.decode(type, from: Data(bytes))
    }
}
