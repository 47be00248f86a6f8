import CLibarchive
import Foundation

/// Writes a ZIP archive as a stream, so that it never has to be in memory completely.
///
/// Finished bytes are fetched with `take()`; sizes and checksums follow each file (APPNOTE 4.4.4, bit 3), so nothing
/// has to be known in advance. It belongs to one task at a time.
package final class ZipWriter {
    /// A failure of libarchive, for example because a name is invalid.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Collects the output of libarchive; the C library refers to it for the lifetime of the writer.
    private final class Output {
        var bytes: [UInt8] = []
    }

    /// `AE_IFREG`, a C macro with a cast that Swift does not import.
    private static let regularFile: UInt32 = 0o100_000

    private let output = Output()
    private let archive: OpaquePointer
    private let entry: OpaquePointer
    private var isFinished = false

    /// An archive without files.
    ///
    /// - Throws: `Failure` if there is no memory.
    package init() throws {
        guard let archive = archive_write_new() else { throw Failure(description: "no memory for an archive") }
        guard let entry = archive_entry_new() else {
            archive_write_free(archive)
            throw Failure(description: "no memory for an entry")
        }
        self.archive = archive
        self.entry = entry
        try check(archive_write_set_format_zip(archive))
        try check(archive_write_set_format_option(archive, "zip", "hdrcharset", "UTF-8"))
        // Output is passed on at once, without blocking or padding.
        try check(archive_write_set_bytes_per_block(archive, 0))
        try check(archive_write_set_bytes_in_last_block(archive, 1))
        try check(
            archive_write_open(
                archive, Unmanaged.passUnretained(output).toOpaque(), nil,
                { _, context, bytes, count in
                    guard let context, let bytes else { return 0 }
                    let output = Unmanaged<Output>.fromOpaque(context).takeUnretainedValue()
                    output.bytes.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
                    return count
                }, nil))
    }

    deinit {
        archive_entry_free(entry)
        // Closing writes the end of the archive to `output`, which therefore must still exist.
        archive_write_free(archive)
    }

    /// Begins a file and ends the previous one.
    ///
    /// - Parameters:
    ///   - path: Its name, directories separated by `/`.
    ///   - changedAt: Its modification time.
    ///   - bytes: Its length, for content that is already compressed, such as a photo: it is stored uncompressed.
    /// - Throws: `Failure`.
    package func begin(_ path: String, changedAt: Date, bytes: Int? = nil) throws {
        archive_entry_clear(entry)
        archive_entry_set_pathname_utf8(entry, path)
        archive_entry_set_filetype(entry, Self.regularFile)
        archive_entry_set_perm(entry, 0o644)
        archive_entry_set_mtime(entry, time_t(changedAt.timeIntervalSince1970), 0)
        if let bytes {
            archive_entry_set_size(entry, Int64(bytes))
            try check(archive_write_zip_set_compression_store(archive))
        } else {
            try check(archive_write_zip_set_compression_deflate(archive))
        }
        try check(archive_write_header(archive, entry))
    }

    /// Appends bytes to the current file.
    ///
    /// - Throws: `Failure`.
    package func append(_ bytes: some Collection<UInt8>) throws {
        let isWritten: Void? = try bytes.withContiguousStorageIfAvailable { try write(UnsafeRawBufferPointer($0)) }
        if isWritten == nil { try Array(bytes).withUnsafeBytes(write) }
    }

    /// Ends the archive; call `take()` afterwards for the last bytes.
    ///
    /// - Throws: `Failure`.
    package func finish() throws {
        guard !isFinished else { return }
        isFinished = true
        try check(archive_write_close(archive))
    }

    /// Number of finished bytes.
    package var ready: Int { output.bytes.count }

    /// Returns and clears the finished bytes.
    package func take() -> [UInt8] {
        defer { output.bytes = [] }
        return output.bytes
    }

    private func write(_ bytes: UnsafeRawBufferPointer) throws {
        guard bytes.count > 0 else { return }
        guard archive_write_data(archive, bytes.baseAddress, bytes.count) == bytes.count else { throw failure }
    }

    private func check(_ result: Int32) throws {
        guard result >= ARCHIVE_WARN else { throw failure }
    }

    private var failure: Failure {
        Failure(description: archive_error_string(archive).map { String(cString: $0) } ?? "unknown failure")
    }
}
