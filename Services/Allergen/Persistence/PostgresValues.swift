import EventContracts
import Postgres

extension AllergenChoice: PostgresEncodable, PostgresDecodable, PostgresArrayElement {}
extension Diet: PostgresEncodable, PostgresDecodable, PostgresArrayElement {}
extension TraceStrictness: PostgresEncodable, PostgresDecodable {}
extension Verdict: PostgresEncodable, PostgresDecodable {}
extension ReactionSeverity: PostgresEncodable, PostgresDecodable {}
extension ScanHistory: PostgresEncodable, PostgresDecodable {}
extension ReassessmentCause: PostgresEncodable, PostgresDecodable {}
extension Standing: PostgresEncodable, PostgresDecodable {}
extension GTIN: PostgresEncodable, PostgresDecodable {}
