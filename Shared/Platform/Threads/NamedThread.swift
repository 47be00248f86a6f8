import Foundation
import Glibc

/// Dedicated threads for blocking calls; Swift's tasks run on other threads.
package enum NamedThread {
    /// Starts a thread, which ends with its work.
    ///
    /// - Parameters:
    ///   - name: The name in `top -H` and `ps -L`, of which the first 15 bytes are shown (proc(5),
    ///     `/proc/thread-self/comm`).
    ///   - work: The work.
    package static func start(_ name: String, _ work: @escaping @Sendable () -> Void) {
        let thread = Thread {
            setKernelName(name)
            work()
        }
        thread.start()
    }

    /// Foundation does not pass on a name that is set before the start, and the kernel names a thread after the one
    /// that created it; if the file is missing, the thread has no name.
    private static func setKernelName(_ name: String) {
        let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        _ = write(file, name, name.utf8.count)
        close(file)
    }
}
