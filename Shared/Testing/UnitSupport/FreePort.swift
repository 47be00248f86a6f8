import Foundation

/// The system has no free port.
package struct NoFreePort: Error {}

/// A TCP port of 127.0.0.1 that was free a moment ago.
///
/// - Returns: The port.
/// - Throws: `NoFreePort` if the system has none.
package func freePort() throws -> Int {
    let bound = try bindFreePort()
    close(bound.descriptor)
    return bound.port
}

/// Binds a socket to a free TCP port of 127.0.0.1; the caller closes it.
///
/// - Throws: `NoFreePort` if the system has none.
func bindFreePort() throws -> (descriptor: Int32, port: Int) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw NoFreePort() }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
            bind(descriptor, generic, size) == 0 && getsockname(descriptor, generic, &size) == 0
        }
    }
    guard isBound else {
        close(descriptor)
        throw NoFreePort()
    }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
}
