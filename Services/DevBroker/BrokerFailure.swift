import Glibc

/// The broker cannot start.
struct BrokerFailure: Error, CustomStringConvertible {
    let description: String

    init(description: String) {
        self.description = description
    }

    /// A call of the system failed; `errno` says why.
    init(doing action: String) {
        description = "cannot \(action): \(String(cString: strerror(errno)))"
    }
}
