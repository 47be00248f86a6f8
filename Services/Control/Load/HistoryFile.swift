import Foundation
import Synchronization

/// The history of a load test: one JSON object per line, in the order in which operations end.
final class HistoryFile: Sendable {
    /// Number of bytes buffered before writing.
    private static let bufferSize = 64 << 10

    private let file: Mutex<(handle: FileHandle, buffer: [UInt8], isBroken: Bool)>

    /// - Throws: `ControlFailure.problem` if the file cannot be created.
    init(path: String) throws {
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let handle = FileHandle(forWritingAtPath: path)
        else { throw ControlFailure.problem("cannot write the history file \(path)") }
        file = Mutex((handle, [], false))
    }

    func write(_ line: HistoryLine) {
        guard let bytes = try? JSONLines.encode(line) else { return }
        file.withLock { file in
            file.buffer += bytes + [UInt8(ascii: "\n")]
            if file.buffer.count >= Self.bufferSize { Self.flush(&file) }
        }
    }

    /// Writes the buffered rest and closes the file.
    ///
    /// - Throws: `ControlFailure.problem` if not everything could be written.
    func close() throws {
        let isBroken = file.withLock { file in
            Self.flush(&file)
            try? file.handle.close()
            return file.isBroken
        }
        if isBroken { throw ControlFailure.problem("the history file is incomplete: it could not be written") }
    }

    private static func flush(_ file: inout (handle: FileHandle, buffer: [UInt8], isBroken: Bool)) {
        do {
            try file.handle.write(contentsOf: Data(file.buffer))
        } catch {
            file.isBroken = true
        }
        file.buffer.removeAll(keepingCapacity: true)
    }
}
