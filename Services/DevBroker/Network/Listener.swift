import Glibc

/// A socket that listens on 127.0.0.1.
struct Listener {
    /// Maximum number of connections waiting for accept.
    private static let backlog: Int32 = 1_024

    let descriptor: Int32
    /// The actual port.
    let port: Int32

    /// Starts to listen.
    ///
    /// Port 0 takes any free port.
    ///
    /// - Throws: `BrokerFailure` if the port is in use.
    init(port: Int32) throws {
        let descriptor = socket(
            AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw BrokerFailure(doing: "open a socket") }
        var one: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(clamping: port)).bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let failed = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) != 0 || listen(descriptor, Self.backlog) != 0
                    || getsockname(descriptor, address, &length) != 0
            }
        }
        guard !failed else {
            let failure =
                errno == EADDRINUSE
                ? BrokerFailure(description: "port \(port) is not free")
                : BrokerFailure(doing: "listen on port \(port)")
            close(descriptor)
            throw failure
        }
        self.descriptor = descriptor
        self.port = Int32(UInt16(bigEndian: address.sin_port))
    }

    /// Result of `accept`.
    enum Outcome {
        case accepted(Int32)
        case none
        /// The process has no descriptor left; the connection was closed.
        case turnedAway
    }

    /// Accepts a connection, non-blocking and without Nagle's delay.
    ///
    /// - Parameter spare: A reserved descriptor, used to accept and close a connection when the process has no other:
    ///   an unaccepted connection would wake the loop forever.
    /// - Returns: The result.
    func accept(spare: inout Int32) -> Outcome {
        while true {
            let client = Glibc.accept(descriptor, nil, nil)
            if client >= 0 {
                _ = fcntl(client, F_SETFL, O_NONBLOCK)
                _ = fcntl(client, F_SETFD, FD_CLOEXEC)
                var one: Int32 = 1
                setsockopt(client, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
                return .accepted(client)
            }
            switch errno {
            case EINTR, ECONNABORTED: continue
            case EMFILE, ENFILE:
                close(spare)
                let refused = Glibc.accept(descriptor, nil, nil)
                if refused >= 0 { close(refused) }
                spare = open("/dev/null", O_RDONLY | O_CLOEXEC)
                return refused >= 0 ? .turnedAway : .none
            default: return .none
            }
        }
    }
}
