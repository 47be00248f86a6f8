import HTTPTypes
import Messaging
import ServiceLifecycle

/// A part of the gateway: its routes, and the code that answers them.
///
/// A feature depends on the core alone, never on another feature.
package protocol Feature: Sendable {
    /// The feature's part of `openapi.yaml`.
    static var description: [UInt8] { get }
    /// Declares each route of the feature in one expression: address, rules and handler.
    static func addRoutes(to routes: inout RouteList<Self>)
    /// Declares the views of the feature's kinds of documents.
    static func addViews(to views: inout DocumentViews)
    /// The events that the feature consumes.
    static var subscriptions: [Subscription] { get }
    /// Applies data retention: runs after deleted documents were emptied, and before photos are swept.
    static func prune(in round: RetentionRound) async throws
    /// The feature's background jobs; called once.
    func makeJobs() -> [any Service]
}

extension Feature {
    package static func addViews(to views: inout DocumentViews) {}
    package static var subscriptions: [Subscription] { [] }
    package static func prune(in round: RetentionRound) async throws {}
    package func makeJobs() -> [any Service] { [] }

    /// The routes without their handlers.
    package static var routes: [Route] { declared.map(\.route) }

    /// The routes with handlers of this instance.
    package var boundRoutes: [BoundRoute] {
        Self.declared.map { declared in
            BoundRoute(route: declared.route) { try await declared.handler(self, $0) }
        }
    }

    private static var declared: [RouteList<Self>.Declared] {
        var list = RouteList<Self>()
        addRoutes(to: &list)
        return list.declared
    }
}

/// A route with its handler.
package struct BoundRoute: Sendable {
    package let route: Route
    package let handler: @Sendable (Call) async throws -> Answer
}

/// Routes as a feature declares them: method, path, operation id, access and rules, then the handler.
package struct RouteList<Owner: Feature> {
    package typealias Handler = @Sendable (Owner, Call) async throws -> Answer

    fileprivate struct Declared {
        let route: Route
        let handler: Handler
    }

    fileprivate private(set) var declared: [Declared] = []

    package mutating func get(
        _ path: String, _ operation: String, _ access: Access, _ traits: RouteTrait..., handler: @escaping Handler
    ) {
        add(Route(.get, path, operation, access, traits), handler)
    }

    package mutating func post(
        _ path: String, _ operation: String, _ access: Access, _ traits: RouteTrait..., handler: @escaping Handler
    ) {
        add(Route(.post, path, operation, access, traits), handler)
    }

    package mutating func put(
        _ path: String, _ operation: String, _ access: Access, _ traits: RouteTrait..., handler: @escaping Handler
    ) {
        add(Route(.put, path, operation, access, traits), handler)
    }

    package mutating func patch(
        _ path: String, _ operation: String, _ access: Access, _ traits: RouteTrait..., handler: @escaping Handler
    ) {
        add(Route(.patch, path, operation, access, traits), handler)
    }

    package mutating func delete(
        _ path: String, _ operation: String, _ access: Access, _ traits: RouteTrait..., handler: @escaping Handler
    ) {
        add(Route(.delete, path, operation, access, traits), handler)
    }

    private mutating func add(_ route: Route, _ handler: @escaping Handler) {
        declared.append(Declared(route: route, handler: handler))
    }
}
