import Glibc

/// Output that the socket has not accepted yet.
struct OutputQueue {
    /// Maximum number of segments of one `writev` call.
    private static let piecesPerCall = 64

    private var segments: [SharedBytes] = []
    private var first = 0
    /// Bytes of the first segment that were sent.
    private var taken = 0

    var isEmpty: Bool { first == segments.count }

    mutating func append(_ answer: [SharedBytes]) {
        segments.append(contentsOf: answer)
    }

    /// Result of `flush`.
    enum Outcome {
        case sent, full, failed
    }

    /// Writes as much as the socket accepts.
    mutating func flush(to descriptor: Int32) -> Outcome {
        while !isEmpty {
            let count = writeOnce(to: descriptor)
            if count >= 0 {
                drop(count)
            } else if errno == EAGAIN {
                return .full
            } else if errno != EINTR {
                return .failed
            }
        }
        segments = []
        first = 0
        return .sent
    }

    private func writeOnce(to descriptor: Int32) -> Int {
        var pieces: [iovec] = []
        var skipped = taken
        for segment in segments[first...].prefix(Self.piecesPerCall) {
            let start = segment.bytes.baseAddress.map { UnsafeMutableRawPointer(mutating: $0 + skipped) }
            pieces.append(iovec(iov_base: start, iov_len: segment.count - skipped))
            skipped = 0
        }
        return withExtendedLifetime(segments) { writev(descriptor, pieces, Int32(pieces.count)) }
    }

    private mutating func drop(_ count: Int) {
        taken += count
        while first < segments.count, taken >= segments[first].count {
            taken -= segments[first].count
            first += 1
        }
    }
}
