/// Immutable bytes at a fixed address, for `writev`.
final class SharedBytes {
    private let memory: UnsafeMutableRawBufferPointer

    /// Copies bytes.
    ///
    /// `prepare` may change the copy before it is shared.
    init(copying content: UnsafeRawBufferPointer, prepare: (UnsafeMutableRawBufferPointer) -> Void = { _ in }) {
        memory = UnsafeMutableRawBufferPointer.allocate(byteCount: content.count, alignment: 1)
        memory.copyMemory(from: content)
        prepare(memory)
    }

    deinit {
        memory.deallocate()
    }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(memory) }
    var count: Int { memory.count }
}
