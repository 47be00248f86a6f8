import Foundation
import Glibc

/// Threads of our own, for calls that block; Swift's tasks run on others.
package enum NamedThread {
    /// Starts one, which ends with its work.
    ///
    /// - Parameters:
    ///   - name: What `top -H` and `ps -L` show of it, which is its first 15 bytes (proc(5), `/proc/thread-self/comm`).
    ///   - work: What it does.
    package static func start(_ name: String, _ work: @escaping @Sendable () -> Void) {
        let thread = Thread {
            tellKernel(name)
            work()
        }
        thread.start()
    }

    /// Foundation keeps a name that is set before the start to itself, and the kernel gives a thread the name of the one that made
    /// it; without the file a thread works all the same.
    private static func tellKernel(_ name: String) {
        let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        _ = write(file, name, name.utf8.count)
        close(file)
    }
}
