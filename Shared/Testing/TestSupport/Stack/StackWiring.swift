import Postgres

/// How the services of a stack reach their dependencies: directly, or through a test's proxy.
package protocol StackWiring: Sendable {
    /// The database address for a service.
    func database(of service: String, at server: PostgresConfiguration) async throws -> PostgresConfiguration
    /// The broker address for a service, as `host:port`.
    func brokers(of service: String, at brokers: String) async throws -> String
}

/// Connects services directly.
package struct StraightWiring: StackWiring {
    package init() {}

    package func database(of service: String, at server: PostgresConfiguration) -> PostgresConfiguration { server }

    package func brokers(of service: String, at brokers: String) -> String { brokers }
}
