import EventContracts
import Postgres

extension PhotoLane: PostgresEncodable, PostgresDecodable {}
