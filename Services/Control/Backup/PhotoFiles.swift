import Foundation

/// The photos of a store that is a directory; each is encrypted, and never changed once written.
enum PhotoFiles {
    /// Directory name within a backup.
    static let directory = "photos"

    /// Copies missing files.
    ///
    /// A file that disappears during the copy was deleted and is skipped.
    ///
    /// - Returns: The number of files in the target at the end.
    /// - Throws: A file system error.
    static func copy(_ source: URL, to target: URL) async throws -> Int {
        try await offPool {
            let files = FileManager.default
            try files.createDirectory(at: target, withIntermediateDirectories: true)
            var count = 0
            for name in (try? files.subpathsOfDirectory(atPath: source.filePath)) ?? [] {
                let from = source.appending(path: name), to = target.appending(path: name)
                guard let kind = try? from.resourceValues(forKeys: [.isRegularFileKey]), kind.isRegularFile == true
                else { continue }
                try files.createDirectory(at: to.deletingLastPathComponent(), withIntermediateDirectories: true)
                if files.fileExists(atPath: to.filePath) {
                    count += 1
                    continue
                }
                do {
                    try files.copyItem(at: from, to: to)
                    count += 1
                } catch  where !files.fileExists(atPath: from.filePath) {}
            }
            return count
        }
    }
}
