import EventContracts
import Foundation
import ServiceRuntime

/// Photos in a directory shared by all services that need them.
///
/// A photo is stored whole or not at all: each writer writes its own temporary file beside the target, makes it
/// durable, and renames it.
package struct FilePhotoStore: PhotoStore {
    private let root: String
    private let lanes: WorkLanes

    /// A store in the directory `root`, which is created if missing.
    package init(root: String) {
        self.root = root
        lanes = WorkLanes(label: "photos", lanes: 4, capacity: 256)
    }

    package func put(_ bytes: [UInt8], at key: PhotoKey) async throws(PhotoStoreError) {
        let root = root, directory = directory(of: key), path = path(of: key),
            draft = "\(path).\(UUID().uuidString).part"
        try await work { () throws(PhotoStoreError) in
            let isNew = access(directory, F_OK) != 0
            try Self.make(directory)
            if isNew { try Self.synchronize(root) }
            do throws(PhotoStoreError) {
                try Self.write(bytes, to: draft)
                try Self.check(rename(draft, path), "move")
            } catch {
                unlink(draft)
                throw error
            }
            try Self.synchronize(directory)
        }
    }

    package func bytes(at key: PhotoKey) async throws(PhotoStoreError) -> [UInt8] {
        let path = path(of: key)
        return try await work { () throws(PhotoStoreError) in try Self.read(path) }
    }

    package func contains(_ key: PhotoKey) async throws(PhotoStoreError) -> Bool {
        let path = path(of: key)
        return try await work { () throws(PhotoStoreError) in
            if access(path, F_OK) == 0 { return true }
            guard errno == ENOENT else { throw Self.failure("look for") }
            return false
        }
    }

    package func remove(_ key: PhotoKey) async throws(PhotoStoreError) {
        let directory = directory(of: key), path = path(of: key)
        try await work { () throws(PhotoStoreError) in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
            // A process that died while writing may have left drafts.
            let drafts = names.map { "\(directory)/\($0)" }.filter { $0.hasPrefix("\(path).") && $0.hasSuffix(".part") }
            for file in [path] + drafts where unlink(file) != 0 && errno != ENOENT { throw Self.failure("remove") }
        }
    }

    package func check() async throws(PhotoStoreError) {
        let root = root
        try await work { () throws(PhotoStoreError) in
            try Self.make(root)
            try Self.check(access(root, R_OK | W_OK | X_OK), "use \(root)")
        }
    }

    private func directory(of key: PhotoKey) -> String { "\(root)/\(key.account)" }

    private func path(of key: PhotoKey) -> String { "\(root)/\(key)" }

    private func work<Output: Sendable>(
        _ body: @escaping @Sendable () throws(PhotoStoreError) -> Output
    ) async throws(PhotoStoreError) -> Output {
        let result: Result<Output, PhotoStoreError>
        do {
            result = try await lanes.run { Result(catching: body) }
        } catch {
            throw .unavailable("too many photos are waiting")
        }
        return try result.get()
    }

    private static func make(_ directory: String) throws(PhotoStoreError) {
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .refused("cannot make \(directory)")
        }
    }

    private static func write(_ bytes: [UInt8], to path: String) throws(PhotoStoreError) {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        try check(file, "create")
        defer { close(file) }
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                Foundation.write(file, $0.baseAddress?.advanced(by: written), $0.count - written)
            }
            if count < 0, errno == EINTR { continue }
            try check(Int32(clamping: count), "write")
            written += count
        }
        try check(fsync(file), "make durable")
    }

    private static func read(_ path: String) throws(PhotoStoreError) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        if file < 0, errno == ENOENT { throw .missing }
        try check(file, "open")
        defer { close(file) }
        var status = stat()
        try check(fstat(file, &status), "look at")
        guard status.st_size <= PhotoLimits.maxStoredSize else { throw .refused("a stored photo is too large") }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes {
                Foundation.read(file, $0.baseAddress?.advanced(by: filled), $0.count - filled)
            }
            if count < 0, errno == EINTR { continue }
            try check(Int32(clamping: count), "read")
            if count == 0 { throw .refused("a stored photo has shrunk") }
            filled += count
        }
        return bytes
    }

    private static func synchronize(_ directory: String) throws(PhotoStoreError) {
        let file = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try check(file, "open the directory")
        defer { close(file) }
        try check(fsync(file), "make durable")
    }

    private static func check(_ code: Int32, _ what: String) throws(PhotoStoreError) {
        if code < 0 { throw failure(what) }
    }

    /// The last error of the C library; a full or busy disk is a temporary failure.
    private static func failure(_ what: String) -> PhotoStoreError {
        let code = errno
        let reason = "cannot \(what): \(String(cString: strerror(code)))"
        return switch code {
        case ENOSPC, EDQUOT, EMFILE, ENFILE, EIO, EAGAIN, ENOMEM: .unavailable(reason)
        default: .refused(reason)
        }
    }
}
