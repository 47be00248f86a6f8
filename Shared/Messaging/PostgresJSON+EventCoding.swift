import EventContracts
import Postgres

extension PostgresJSON {
    /// A value as JSON for the database, in the form that events have.
    package init(_ value: some Encodable) throws {
        self.init(utf8: try EventCoding.encode(value))
    }

    /// The value back.
    package func value<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        try EventCoding.decode(type, from: utf8)
    }
}
