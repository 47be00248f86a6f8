import CDecoderLink
import Foundation
import Synchronization

/// One run of the Tesseract program with one thread.
struct TesseractRun: Sendable {
    private let program: URL
    private let arguments: [String]

    /// Polling interval for cancellation, in seconds.
    private static let turn = 0.05

    init(_ program: URL, arguments: [String]) {
        self.program = program
        self.arguments = arguments
    }

    /// Passes `input` to the program and waits for its end.
    ///
    /// - Throws: `RecognitionError`; the program is killed when the deadline passes.
    func output(for input: [UInt8], until stop: StopSignal) throws(RecognitionError) -> String {
        let process = Process()
        let sink = Pipe()
        let source = try memory(holding: input)
        process.executableURL = program
        process.arguments = arguments
        // On a busy machine, Tesseract's own threads are slower than a single one.
        process.environment = ["OMP_THREAD_LIMIT": "1", "PATH": "/usr/bin:/bin"]
        process.standardInput = source
        process.standardOutput = sink
        process.standardError = FileHandle.nullDevice
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        do { try process.run() } catch { throw RecognitionError(.engineMissing, "\(program.path) does not start") }
        let output = Mutex(Data())
        let received = DispatchSemaphore(value: 0)
        // The output is read meanwhile, because a full pipe would block the program.
        DispatchQueue(label: "vision.tesseract.output").async {
            let data = (try? sink.fileHandleForReading.readToEnd()) ?? Data()
            output.withLock { $0 = data }
            received.signal()
        }
        while ended.wait(timeout: .now() + Self.turn) == .timedOut {
            guard !stop.isSet else {
                process.terminate()
                throw RecognitionError(.stopped, "stopped")
            }
        }
        received.wait()
        guard process.terminationStatus == 0 else {
            throw RecognitionError(.failed, "tesseract ended with status \(process.terminationStatus)")
        }
        return String(decoding: output.withLock { $0 }, as: UTF8.self)
    }

    /// A file that exists only in memory, so that no picture is written to a disk, and no pipe can break during
    /// writing.
    private func memory(holding bytes: [UInt8]) throws(RecognitionError) -> FileHandle {
        let file = decoder_link_memory(bytes.count)
        guard file >= 0 else { throw RecognitionError(.failed, "no memory for the picture") }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: bytes)
            try handle.seek(toOffset: 0)
        } catch {
            throw RecognitionError(.failed, "the picture cannot be handed over")
        }
        return handle
    }
}
