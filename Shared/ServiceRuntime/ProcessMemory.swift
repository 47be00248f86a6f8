import CMalloc
import Dispatch

/// How the process holds the memory that it has freed.
enum ProcessMemory {
    /// Blocks from this size on go back to the system when they are freed.
    private static let largeBlock: Int32 = 1 << 20
    /// Arenas of freed memory; glibc would keep one for nearly every thread.
    private static let arenas: Int32 = 2

    /// Gives large blocks back: password hashes, photos and tensors.
    ///
    /// Left alone, glibc serves them from its arenas as soon as the first was freed, and keeps up to 64 MiB in each
    /// (mallopt(3), M_MMAP_THRESHOLD): a handful of sign-ins then holds 160 MB for good.
    static func giveLargeBlocksBack() {
        mallopt(M_MMAP_THRESHOLD, largeBlock)
        mallopt(M_ARENA_MAX, arenas)
    }

    /// Gives back the pages that were freed among what lives on; returns when it is done, on another thread.
    static func giveFreedPagesBack() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .utility).async {
                malloc_trim(0)
                continuation.resume()
            }
        }
    }
}
