import Foundation
import ServiceRuntime
import Synchronization

/// Decodes pictures in separate processes, a few at a time; a process that crashes or hangs is replaced.
package final class DecoderPool: Sendable {
    private let program: URL
    private let timeout: Duration
    private let lanes: WorkLanes
    /// Decoders that are idle; at most one per lane.
    private let waiting = Mutex<[DecoderProcess]>([])
    private let started = Atomic(0)

    /// A pool that starts its decoders on demand.
    ///
    /// - Parameters:
    ///   - program: The path of `vision-decoder`.
    ///   - size: Number of pictures decoded at the same time.
    ///   - queue: Maximum number of waiting pictures.
    ///   - timeout: Timeout of one picture.
    package init(program: URL, size: Int = 2, queue: Int = 64, timeout: Duration = .seconds(3)) {
        self.program = program
        self.timeout = timeout
        lanes = WorkLanes(label: "vision.decoder", lanes: size, capacity: queue)
    }

    /// Number of decoders started so far; more than the pool's size means that some crashed.
    package var startedCount: Int { started.load(ordering: .relaxed) }

    /// Process numbers of the idle decoders, for diagnosis.
    package var waitingProcesses: [Int32] { waiting.withLock { $0.map(\.process) } }

    /// Decodes a picture.
    ///
    /// - Parameters:
    ///   - file: JPEG, PNG or WebP.
    ///   - orientation: as in EXIF, 1…8.
    /// - Returns: the picture upright, of at most 13 megapixels.
    /// - Throws: `DecoderError`.
    package func decode(_ file: [UInt8], orientation: Int = 1) async throws(DecoderError) -> Picture {
        let outcome = try? await lanes.run { [self] in
            Result { () throws(DecoderError) in try decodeHere(file, orientation: orientation) }
        }
        guard let outcome else { throw DecoderError(.busy) }
        return try outcome.get()
    }

    private func decodeHere(_ file: [UInt8], orientation: Int) throws(DecoderError) -> Picture {
        let decoder = try waitingDecoder()
        do {
            let (picture, isReusable) = try decoder.decode(file, orientation: orientation, until: .now + timeout)
            if isReusable { waiting.withLock { $0.append(decoder) } }
            return picture
        } catch {
            // After an error of the picture itself the decoder is reused; otherwise it ends with its last reference.
            if [.unsupported, .tooLarge, .damaged].contains(error.code) { waiting.withLock { $0.append(decoder) } }
            throw error
        }
    }

    private func waitingDecoder() throws(DecoderError) -> DecoderProcess {
        while let decoder = waiting.withLock({ $0.popLast() }) {
            if decoder.isWaiting { return decoder }
        }
        started.add(1, ordering: .relaxed)
        return try DecoderProcess(program)
    }
}
