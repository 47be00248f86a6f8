import EventContracts
import Postgres

extension AllergenCode: PostgresEncodable, PostgresDecodable, PostgresArrayElement {}
extension Diet: PostgresEncodable, PostgresDecodable, PostgresArrayElement {}
extension TraceStrictness: PostgresEncodable, PostgresDecodable {}
extension Verdict: PostgresEncodable, PostgresDecodable {}
extension ReactionSeverity: PostgresEncodable, PostgresDecodable {}
