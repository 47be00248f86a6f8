import EventContracts
import Postgres

extension AllergenChoice: PostgresEncodable, PostgresDecodable, PostgresArrayElement {}
extension Diet: PostgresEncodable, PostgresDecodable, PostgresArrayElement {}
extension TraceStrictness: PostgresEncodable, PostgresDecodable {}
extension Verdict: PostgresEncodable, PostgresDecodable {}
extension ReactionSeverity: PostgresEncodable, PostgresDecodable {}
extension ScanHistory: PostgresEncodable, PostgresDecodable {}
extension ReassessmentCause: PostgresEncodable, PostgresDecodable {}
extension GTIN: PostgresEncodable, PostgresDecodable {}

extension PostgresJSON {
    /// A value as JSON for the database.
    init(_ value: some Encodable) throws {
        self.init(utf8: try EventCoding.encode(value))
    }

    /// The value back.
    func value<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        try EventCoding.decode(type, from: utf8)
    }
}
