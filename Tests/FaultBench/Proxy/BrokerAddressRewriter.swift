import Glibc
import NIOCore

/// Puts the proxy's port in place of the broker's wherever a Kafka response names the broker.
///
/// A broker tells its clients where to reach it. Its host is followed by the port as four bytes in every version of every
/// response that does so, whatever the host's length is written like; host and frame keep their length.
package struct BrokerAddressRewriter: Sendable {
    /// Longer responses carry records, never addresses.
    private static let longestFrame = 256 << 10

    private let host: [UInt8]
    private let pattern: [UInt8]
    private let port: UInt32
    private var held = ByteBuffer()

    /// Rewrites `host:port` to `host:newPort`.
    package init(host: String, port: Int, newPort: Int) {
        self.host = Array(host.utf8)
        pattern = self.host + Self.bytes(port)
        self.port = UInt32(clamping: newPort)
    }

    /// Takes what the broker sent.
    ///
    /// - Returns: what is to be passed on: whole responses.
    package mutating func take(_ piece: ByteBuffer) -> ByteBuffer {
        var piece = piece
        held.writeBuffer(&piece)
        var whole = ByteBuffer()
        while let size = held.getInteger(at: held.readerIndex, as: Int32.self), size >= 0,
            var frame = held.readSlice(length: 4 + Int(size))
        {
            if frame.readableBytes <= Self.longestFrame { rewrite(&frame) }
            whole.writeBuffer(&frame)
        }
        held.discardReadBytes()
        return whole
    }

    private func rewrite(_ frame: inout ByteBuffer) {
        var from = frame.readerIndex
        while let found = place(in: frame, from: from) {
            frame.setInteger(port, at: found + host.count)
            from = found + pattern.count
        }
    }

    /// Where the address is, as an index of the buffer.
    private func place(in frame: ByteBuffer, from start: Int) -> Int? {
        let skipped = start - frame.readerIndex
        return frame.withUnsafeReadableBytes { bytes -> Int? in
            guard let base = bytes.baseAddress else { return nil }
            var at = skipped
            // The search for one byte is the library's: responses are long, addresses are few.
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
