import Foundation

/// A port of 127.0.0.1 that refuses connections: bound, so that nobody else takes it, and never listened on.
package enum ClosedPort {
    /// Holds a port for the time of a body, which is given it.
    ///
    /// - Throws: `NoFreePort` when the system gives none, and what the body throws.
    package static func with(_ body: (Int) async throws -> Void) async throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw NoFreePort() }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(descriptor, generic, size) == 0 && getsockname(descriptor, generic, &size) == 0
            }
        }
        guard isBound else { throw NoFreePort() }
        try await body(Int(UInt16(bigEndian: address.sin_port)))
    }
}
