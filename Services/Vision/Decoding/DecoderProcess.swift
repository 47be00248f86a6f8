import CDecoderLink
import Foundation

/// A running `vision-decoder`, used by one thread at a time.
///
/// All its answers are validated, since a malicious picture may control it.
final class DecoderProcess: @unchecked Sendable {
    // Sendable, because the lock in `DecoderPool` passes it between threads, and no two threads use it at the same
    // time.
    let process: pid_t
    private let link: Int32
    private let encoded: UnsafeMutableRawPointer
    private let pixels: UnsafeMutableRawPointer
    private var number: UInt32 = 0

    private static let encodedCapacity = Int(DECODER_LIMIT_BYTES)
    private static let pixelCapacity = Int(DECODER_LIMIT_DECODED_PIXELS) * Picture.bytesPerPixel

    /// Starts a decoder.
    init(_ program: URL) throws(DecoderError) {
        var sockets: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &sockets) == 0 else {
            throw DecoderError(.unavailable)
        }
        let memories = [Self.encodedCapacity, Self.pixelCapacity].map { decoder_link_memory($0) }
        defer { for file in memories + [sockets[1]] where file >= 0 { close(file) } }
        let places = zip(memories, [Self.encodedCapacity, Self.pixelCapacity]).map { memory, size in
            mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0)
        }
        let mapped = places.compactMap { $0 == MAP_FAILED ? nil : $0 }
        let process =
            mapped.count == 2
            ? decoder_link_start(program.path, sockets[1], sockets[1], memories[0], memories[1]) : -1
        guard process > 0 else {
            for (place, size) in zip(places, [Self.encodedCapacity, Self.pixelCapacity]) where place != MAP_FAILED {
                munmap(place, size)
            }
            close(sockets[0])
            throw DecoderError(.unavailable)
        }
        self.process = process
        link = sockets[0]
        encoded = mapped[0]
        pixels = mapped[1]
    }

    deinit {
        kill(process, SIGKILL)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        close(link)
        munmap(encoded, Self.encodedCapacity)
        munmap(pixels, Self.pixelCapacity)
    }

    /// Whether the process is still running.
    var isWaiting: Bool { decoder_link_wait(link, 0) == 0 }

    /// Decodes one picture.
    ///
    /// - Returns: The picture, and whether the decoder can be used again.
    /// - Throws: `DecoderError`; after `died` and `tookTooLong` the decoder is unusable.
    func decode(
        _ file: [UInt8], orientation: Int, until deadline: ContinuousClock.Instant
    ) throws(DecoderError) -> (picture: Picture, isReusable: Bool) {
        guard file.count <= Self.encodedCapacity else { throw DecoderError(.tooLarge) }
        file.withUnsafeBytes {
            encoded.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(encoded), byteCount: $0.count)
        }
        number &+= 1
        var request = decoder_request(
            number: number, length: UInt32(file.count), orientation: UInt32(clamping: orientation))
        let size = MemoryLayout<decoder_request>.size
        guard send(link, &request, size, Int32(MSG_NOSIGNAL)) == size else { throw DecoderError(.died) }
        let answer = try receive(until: deadline)
        guard answer.number == number else { throw DecoderError(.died) }
        switch decoder_status(answer.status) {
        case DECODER_OK: return (try picture(answer), answer.is_last == 0)
        case DECODER_UNSUPPORTED: throw DecoderError(.unsupported)
        case DECODER_TOO_LARGE: throw DecoderError(.tooLarge)
        case DECODER_DAMAGED: throw DecoderError(.damaged)
        default: throw DecoderError(.died)
        }
    }

    private func receive(until deadline: ContinuousClock.Instant) throws(DecoderError) -> decoder_answer {
        var answer = decoder_answer()
        let size = MemoryLayout<decoder_answer>.size
        var count = 0
        while count < size {
            let rest = deadline - .now
            guard rest > .zero else { throw DecoderError(.tookTooLong) }
            let milliseconds = rest.components.seconds * 1_000 + rest.components.attoseconds / 1_000_000_000_000_000
            switch decoder_link_wait(link, Int32(clamping: milliseconds + 1)) {
            case 1: break
            case 0: continue
            default: throw DecoderError(.died)
            }
            let received = withUnsafeMutableBytes(of: &answer) { buffer in
                recv(link, buffer.baseAddress?.advanced(by: count), size - count, 0)
            }
            guard received > 0 else { throw DecoderError(.died) }
            count += received
        }
        return answer
    }

    /// Copies the pixels out, so that the decoder cannot change them while they are read.
    private func picture(_ answer: decoder_answer) throws(DecoderError) -> Picture {
        let width = Int(answer.width), height = Int(answer.height)
        let (pixelCount, overflow) = width.multipliedReportingOverflow(by: height)
        guard !overflow, width > 0, height > 0, pixelCount <= Self.pixelCapacity / Picture.bytesPerPixel,
            answer.original_width >= answer.width, answer.original_height >= answer.height
        else { throw DecoderError(.died) }
        return Picture(
            width: width, height: height, original: (Int(answer.original_width), Int(answer.original_height))
        ) { $0.copyMemory(from: UnsafeRawBufferPointer(start: pixels, count: $0.count)) }
    }
}
