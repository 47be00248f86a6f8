import Foundation

/// A port of 127.0.0.1 that refuses connections: bound, so that no other program takes it, but not listening.
package enum ClosedPort {
    /// Holds a port while the body runs, which receives it.
    ///
    /// - Throws: `NoFreePort` if the system has none, or the error of the body.
    package static func with(_ body: (Int) async throws -> Void) async throws {
        let bound = try bindFreePort()
        defer { close(bound.descriptor) }
        try await body(bound.port)
    }
}
