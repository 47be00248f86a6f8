import Glibc

/// A failed start, with a description for the user.
struct BrokerFailure: Error, CustomStringConvertible {
    let description: String

    init(description: String) {
        self.description = description
    }

    /// Describes a failed system call by `errno`.
    init(doing action: String) {
        description = "cannot \(action): \(String(cString: strerror(errno)))"
    }
}
