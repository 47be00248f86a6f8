import Postgres
import Synchronization
import TestSupport

/// Puts a proxy of its own between every service and each thing it needs, so that one service can be cut off alone.
package final class ProxyWiring: StackWiring {
    /// What a proxy stands in front of.
    package enum Dependency: String, Sendable, CaseIterable {
        case database, broker
    }

    /// A list of brokers where there is to be one.
    package struct NotOneBroker: Error, CustomStringConvertible {
        package let description: String
    }

    private struct Place: Hashable {
        let service: String
        let dependency: Dependency
    }

    private let proxies = Mutex<[Place: TCPProxy]>([:])

    package init() {}

    package func database(of service: String, at server: PostgresConfiguration) async throws -> PostgresConfiguration {
        var reached = server
        reached.port = try await proxy(.init(service: service, dependency: .database), server.host, server.port)
        return reached
    }

    package func brokers(of service: String, at brokers: String) async throws -> String {
        let parts = brokers.split(separator: ":")
        guard parts.count == 2, let port = Int(parts[1]) else {
            throw NotOneBroker(description: "one broker as host:port, not \(brokers)")
        }
        let place = Place(service: service, dependency: .broker)
        return "127.0.0.1:\(try await proxy(place, String(parts[0]), port))"
    }

    /// The proxies of these services in front of a dependency.
    package func proxies(of services: [String], before dependency: Dependency) -> [TCPProxy] {
        proxies.withLock { proxies in
            services.compactMap { proxies[.init(service: $0, dependency: dependency)] }
        }
    }

    /// Changes the network between these services and a dependency.
    package func set(_ conditions: NetworkConditions, of services: [String], before dependency: Dependency) {
        for proxy in proxies(of: services, before: dependency) { proxy.set(conditions) }
    }

    /// Resets everything and listens no more.
    package func stop() async {
        for proxy in proxies.withLock({ Array($0.values) }) { await proxy.stop() }
    }

    private func proxy(_ place: Place, _ host: String, _ port: Int) async throws -> Int {
        let proxy = try await TCPProxy.start(host: host, server: port, isBroker: place.dependency == .broker)
        proxies.withLock { $0[place] = proxy }
        return proxy.port
    }
}
