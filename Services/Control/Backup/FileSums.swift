import Crypto
import Foundation
import Hexadecimal

/// The hashes of a directory's files in `SHA256SUMS`, in the format of `sha256sum --check`.
enum FileSums {
    static let file = "SHA256SUMS"
    /// Maximum number of bytes of a file in memory at once.
    private static let chunk = 1 << 20

    /// Hashes all files in a directory.
    ///
    /// - Returns: The number of files.
    @discardableResult
    static func write(of directory: URL) throws -> Int {
        let names = try self.names(in: directory)
        let lines = try names.map { "\(try hash(of: directory.appending(path: $0)))  \($0)\n" }
        try Data(lines.joined().utf8).write(to: directory.appending(path: file))
        return names.count
    }

    /// The differences from the recorded files: changed, missing, or additional ones.
    static func differences(in directory: URL) throws -> [String] {
        guard let bytes = try? Data(contentsOf: directory.appending(path: file)) else { return [file] }
        var wanted: [String: String] = [:]
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            guard let gap = line.firstRange(of: "  ") else { return [file] }
            wanted[String(line[gap.upperBound...])] = String(line[..<gap.lowerBound])
        }
        let present = Set(try names(in: directory))
        let changed = try wanted.filter { name, sum in
            try !present.contains(name) || hash(of: directory.appending(path: name)) != sum
        }.keys
        return (Array(changed) + present.subtracting(wanted.keys)).sorted()
    }

    private static func names(in directory: URL) throws -> [String] {
        let files = FileManager.default
        return try files.subpathsOfDirectory(atPath: directory.filePath).filter { name in
            var isDirectory: ObjCBool = false
            return name != file
                && files.fileExists(atPath: directory.appending(path: name).filePath, isDirectory: &isDirectory)
                && !isDirectory.boolValue
        }.sorted()
    }

    private static func hash(of file: URL) throws -> String {
        let handle = try FileHandle(forReadingFrom: file)
        defer { try? handle.close() }
        var hash = SHA256()
        while let bytes = try handle.read(upToCount: chunk), !bytes.isEmpty { hash.update(data: bytes) }
        return hash.finalize().hexadecimal
    }
}
