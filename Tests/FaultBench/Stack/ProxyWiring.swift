import Postgres
import Synchronization
import TestSupport

/// Puts a proxy between each service and each of its dependencies, so that one service can be isolated.
package final class ProxyWiring: StackWiring {
    /// The target of a proxy.
    package enum Dependency: String, Sendable, CaseIterable {
        case database, broker
    }

    /// The setting is not a list of brokers.
    package struct NotBrokers: Error, CustomStringConvertible {
        package let description: String
    }

    private struct Place: Hashable {
        let service: String
        let dependency: Dependency
        /// Number of the broker, from 1.
        var node = 1
    }

    private let proxies = Mutex<[Place: TCPProxy]>([:])

    package init() {}

    package func database(of service: String, at server: PostgresConfiguration) async throws -> PostgresConfiguration {
        var reached = server
        reached.port = try await proxy(.init(service: service, dependency: .database), server.host, server.port).port
        return reached
    }

    package func brokers(of service: String, at brokers: String) async throws -> String {
        var started: [(server: Int, proxy: TCPProxy)] = []
        for (index, address) in brokers.split(separator: ",").enumerated() {
            let parts = address.split(separator: ":")
            guard parts.count == 2, let port = Int(parts[1]) else {
                throw NotBrokers(description: "brokers as host:port, not \(brokers)")
            }
            let place = Place(service: service, dependency: .broker, node: index + 1)
            started.append((port, try await proxy(place, String(parts[0]), port)))
        }
        let ports = Dictionary(uniqueKeysWithValues: started.map { ($0.server, $0.proxy.port) })
        for (server, proxy) in started { proxy.note(others: ports.filter { $0.key != server }) }
        return started.map { "127.0.0.1:\($0.proxy.port)" }.joined(separator: ",")
    }

    /// The proxies of these services in front of a dependency.
    package func proxies(of services: [String], before dependency: Dependency) -> [TCPProxy] {
        proxies.withLock { proxies in
            proxies.filter { services.contains($0.key.service) && $0.key.dependency == dependency }.map(\.value)
        }
    }

    /// Changes the network between these services and one of several brokers, from 1 on.
    package func set(_ conditions: NetworkConditions, of services: [String], beforeBroker node: Int) {
        let places = services.map { Place(service: $0, dependency: .broker, node: node) }
        for proxy in proxies.withLock({ proxies in places.compactMap { proxies[$0] } }) { proxy.set(conditions) }
    }

    /// Changes the network between these services and a dependency.
    package func set(_ conditions: NetworkConditions, of services: [String], before dependency: Dependency) {
        for proxy in proxies(of: services, before: dependency) { proxy.set(conditions) }
    }

    /// Resets all connections and stops listening.
    package func stop() async {
        for proxy in proxies.withLock({ Array($0.values) }) { await proxy.stop() }
    }

    private func proxy(_ place: Place, _ host: String, _ port: Int) async throws -> TCPProxy {
        let proxy = try await TCPProxy.start(host: host, server: port, isBroker: place.dependency == .broker)
        proxies.withLock { $0[place] = proxy }
        return proxy
    }
}
