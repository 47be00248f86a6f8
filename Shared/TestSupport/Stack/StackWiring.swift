import Postgres

/// How the services of a stack reach what they need: straight, or through something that a test puts in between.
package protocol StackWiring: Sendable {
    /// The database as a service is to reach it.
    func database(of service: String, at server: PostgresConfiguration) async throws -> PostgresConfiguration
    /// The brokers as a service is to reach them, as `host:port`.
    func brokers(of service: String, at brokers: String) async throws -> String
}

/// Nothing in between.
package struct StraightWiring: StackWiring {
    package init() {}

    package func database(of service: String, at server: PostgresConfiguration) -> PostgresConfiguration { server }

    package func brokers(of service: String, at brokers: String) -> String { brokers }
}
