import Foundation

/// A port of 127.0.0.1 that refuses connections: bound, so that no other program takes it, and never listened on.
package enum ClosedPort {
    /// Holds a port for the time of a body, which is given it.
    ///
    /// - Throws: `NoFreePort` when the system gives none, and what the body throws.
    package static func with(_ body: (Int) async throws -> Void) async throws {
        let bound = try bindFreePort()
        defer { close(bound.descriptor) }
        try await body(bound.port)
    }
}
