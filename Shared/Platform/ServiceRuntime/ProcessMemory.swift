import CMalloc
import Dispatch

/// Controls how the process keeps freed memory.
enum ProcessMemory {
    /// Blocks of this size or larger return to the system when they are freed.
    private static let largeBlock: Int32 = 1 << 20
    /// Number of arenas; glibc would otherwise use one for nearly every thread.
    private static let arenas: Int32 = 2

    /// Makes large blocks (password hashes, photos, tensors) return to the system when freed.
    ///
    /// By default, glibc serves them from its arenas once the first was freed, and keeps up to 64 MiB in each
    /// (mallopt(3), M_MMAP_THRESHOLD): a few sign-ins would then hold 160 MB permanently.
    static func giveLargeBlocksBack() {
        mallopt(M_MMAP_THRESHOLD, largeBlock)
        mallopt(M_ARENA_MAX, arenas)
    }

    /// Returns freed pages between used ones to the system, on another thread; returns when done.
    static func giveFreedPagesBack() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .utility).async {
                malloc_trim(0)
                continuation.resume()
            }
        }
    }
}
