import Glibc
import NIOCore

/// Replaces a broker's port by a proxy's in all Kafka responses that contain the broker's address.
///
/// The host is followed by the port as four bytes in every version of every such response, in each encoding of the
/// host's length; the length of host and frame does not change.
package struct BrokerAddressRewriter: Sendable {
    /// Longer responses contain records, never addresses.
    private static let maxFrameSize = 256 << 10

    private let host: [UInt8]
    /// A broker's address, and the port that replaces the broker's own.
    private let addresses: [(pattern: [UInt8], port: UInt32)]
    private var held = ByteBuffer()

    /// Rewrites `host:port` to `host:newPort`, for each `port: newPort`.
    package init(host: String, ports: [Int: Int]) {
        self.host = Array(host.utf8)
        addresses = ports.map { (Array(host.utf8) + Self.bytes($0.key), UInt32(clamping: $0.value)) }
    }

    /// Processes bytes received from the broker.
    ///
    /// - Returns: The bytes to forward: complete responses.
    package mutating func take(_ piece: ByteBuffer) -> ByteBuffer {
        var piece = piece
        held.writeBuffer(&piece)
        var whole = ByteBuffer()
        while let size = held.getInteger(at: held.readerIndex, as: Int32.self), size >= 0,
            var frame = held.readSlice(length: 4 + Int(size))
        {
            if frame.readableBytes <= Self.maxFrameSize { rewrite(&frame) }
            whole.writeBuffer(&frame)
        }
        held.discardReadBytes()
        return whole
    }

    // All addresses are located before one is changed, since a new port may equal another broker's old one.
    private func rewrite(_ frame: inout ByteBuffer) {
        let found = addresses.flatMap { address in
            places(of: address.pattern, in: frame).map { (place: $0, port: address.port) }
        }
        for (place, port) in found { frame.setInteger(port, at: place + host.count) }
    }

    private func places(of pattern: [UInt8], in frame: ByteBuffer) -> [Int] {
        var places: [Int] = [], from = frame.readerIndex
        while let found = place(of: pattern, in: frame, from: from) {
            places.append(found)
            from = found + pattern.count
        }
        return places
    }

    /// The position of the address, as an index of the buffer.
    private func place(of pattern: [UInt8], in frame: ByteBuffer, from start: Int) -> Int? {
        let skipped = start - frame.readerIndex
        return frame.withUnsafeReadableBytes { bytes -> Int? in
            guard let base = bytes.baseAddress else { return nil }
            var at = skipped
            // The library searches for one byte, since responses are long and addresses are few.
            while bytes.count - at >= pattern.count,
                let found = memchr(base + at, Int32(pattern[0]), bytes.count - at - pattern.count + 1)
            {
                at = UnsafeRawPointer(found) - base
                if memcmp(found, pattern, pattern.count) == 0 { return frame.readerIndex + at }
                at += 1
            }
            return nil
        }
    }

    private static func bytes(_ port: Int) -> [UInt8] {
        let value = UInt32(clamping: port)
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
