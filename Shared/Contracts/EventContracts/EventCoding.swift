import Foundation
import JSONBytes

/// Codes event data as JSON with sorted keys, so that equal data is equal bytes; times as in `EventTime`.
package enum EventCoding {
    /// Encodes data as JSON.
    package static func encode(_ body: some Encodable) throws -> [UInt8] {
        try JSONBytes.encode(body, dates: .text { EventTime.format($0) })
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
