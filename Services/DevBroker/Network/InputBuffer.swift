import Glibc

/// Received bytes that are not yet handled.
final class InputBuffer {
    /// Maximum size of a request, Kafka's default of socket.request.max.bytes.
    private static let maxRequest = 104_857_600
    /// Minimum size of a request: API key, version, correlation id.
    private static let minRequest = 8
    private static let initialCapacity = 16_384
    /// A larger buffer is freed when it is empty.
    private static let keptCapacity = 2_097_152
    private static let prefix = MemoryLayout<Int32>.size

    private var memory = UnsafeMutableRawBufferPointer.allocate(byteCount: initialCapacity, alignment: 8)
    private var start = 0
    private var end = 0

    deinit {
        memory.deallocate()
    }

    /// The length of the first request; nil if it was not received yet.
    ///
    /// - Throws: `MalformedRequest` if the length is out of range.
    private func length() throws -> Int? {
        guard end - start >= Self.prefix else { return nil }
        let length = Int(Int32(bigEndian: memory.loadUnaligned(fromByteOffset: start, as: Int32.self)))
        guard (Self.minRequest...Self.maxRequest).contains(length) else { throw MalformedRequest() }
        return length
    }

    /// Whether a complete request was received.
    func hasRequest() throws -> Bool {
        try length().map { end - start >= Self.prefix + $0 } ?? false
    }

    /// Removes the first request.
    ///
    /// - Returns: Its bytes, valid until the next read; nil if it is incomplete.
    func takeRequest() throws -> UnsafeRawBufferPointer? {
        guard let length = try length(), end - start >= Self.prefix + length else { return nil }
        let first = start + Self.prefix
        start = first + length
        return UnsafeRawBufferPointer(rebasing: memory[first..<start])
    }

    /// Result of a read.
    enum Outcome {
        /// More input may be available.
        case filled
        /// All available input was read.
        case drained
        case ended
    }

    /// Reads from a socket, as much as fits.
    func fill(from descriptor: Int32) -> Outcome {
        makeRoom()
        let free = UnsafeMutableRawBufferPointer(rebasing: memory[end...])
        while true {
            let count = read(descriptor, free.baseAddress, free.count)
            if count > 0 {
                end += count
                return count < free.count ? .drained : .filled
            }
            if count == 0 { return .ended }
            if errno == EINTR { continue }
            return errno == EAGAIN ? .drained : .ended
        }
    }

    /// Makes free space at the end.
    ///
    /// The buffer grows with the received bytes, not with the length a request claims.
    private func makeRoom() {
        if start == end {
            start = 0
            end = 0
            if memory.count > Self.keptCapacity { replaceMemory(by: Self.initialCapacity) }
        }
        guard end == memory.count || start > memory.count / 2 else { return }
        if start > 0 {
            memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[start..<end]))
            end -= start
            start = 0
        }
        if end > memory.count / 2 { replaceMemory(by: 2 * memory.count) }
    }

    private func replaceMemory(by capacity: Int) {
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 8)
        larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[start..<end]))
        memory.deallocate()
        memory = larger
        end -= start
        start = 0
    }
}
