import Foundation

/// A port that could not be found.
package struct NoFreePort: Error {}

/// A TCP port of 127.0.0.1 on which nothing listened a moment ago.
///
/// - Returns: The port.
/// - Throws: `NoFreePort` when the system gives none.
package func freePort() throws -> Int {
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
    return Int(UInt16(bigEndian: address.sin_port))
}
