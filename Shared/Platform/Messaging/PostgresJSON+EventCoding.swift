import EventContracts
import Postgres

extension PostgresJSON {
    /// Encodes a value as JSON for the database, in the format of events.
    package init(_ value: some Encodable) throws {
        self.init(utf8: try EventCoding.encode(value))
    }

    /// Decodes the value.
    package func value<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        try EventCoding.decode(type, from: utf8)
    }
}
