import Postgres

extension Lane: PostgresEncodable, PostgresDecodable {}
