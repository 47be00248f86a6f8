import FoodCatalogue
import Foundation

/// Writes a table of foods into one file in the release format (`ReleasedFoods`) as it is read, and beside it the
/// rejected rows with their reasons.
///
/// Progress is saved from time to time: an interrupted run continues from there, if the table is the same.
package struct ReleaseDraft {
    /// The result for a table.
    package struct Outcome: Sendable, Equatable {
        package var foods = 0
        /// Number of rejected rows by reason.
        package var rejected: [String: Int] = [:]
        /// Number of parts of the table that an earlier run had processed.
        package var resumedAfter = 0

        /// Number of rejected rows.
        package var rejectedRows: Int { rejected.values.reduce(0, +) }
    }

    /// The progress of a run.
    private struct Progress: Codable {
        /// Identifies the table, by the names, sizes and times of its files.
        let table: String
        var taken = 0
        var foods = 0
        var rejected: [String: Int] = [:]
        var bytes: UInt64 = 0
        var rejectedBytes: UInt64 = 0
    }

    /// Number of parts after which the progress is saved.
    private static let stride = 2_000
    /// The header of the file of rejected rows.
    private static let rejectedHead = "file\trecord\treason\n"

    private let folder: URL
    private let source: String

    /// A draft of a source's table in a folder.
    package init(of source: String, in folder: URL) {
        self.source = source
        self.folder = folder
    }

    /// The file of rejected rows: file, record and reason, separated by tabs.
    package var rejectedRows: URL { folder.appending(path: "\(source).rejected.tsv") }
    private var rows: URL { folder.appending(path: "\(source).part") }
    private var notes: URL { folder.appending(path: "\(source).part.json") }

    /// Reads a table to its end and writes the foods in the order of their ids.
    ///
    /// - Parameters:
    ///   - reader: The reader of its format.
    ///   - path: The path of the table, which identifies it.
    ///   - file: The target; an existing file is replaced.
    /// - Returns: The result.
    /// - Throws: The error of the reader or the file system; the next call continues.
    package func write(_ reader: some FoodTableReader, at path: URL, to file: URL) throws -> Outcome {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var progress = try begin(try Self.identity(of: path))
        let resumedAfter = progress.taken
        try gather(reader, &progress)
        let twice = try sort(into: file)
        if twice > 0 { progress.rejected[RowProblem.twice.rawValue, default: 0] += twice }
        for left in [rows, notes] { try FileManager.default.removeItem(at: left) }
        return Outcome(foods: progress.foods - twice, rejected: progress.rejected, resumedAfter: resumedAfter)
    }

    // MARK: - Progress

    private func begin(_ table: String) throws -> Progress {
        if let data = try? Data(contentsOf: notes), let known = try? JSONDecoder().decode(Progress.self, from: data),
            known.table == table, Self.size(of: rows) >= known.bytes, Self.size(of: rejectedRows) >= known.rejectedBytes
        {
            return known
        }
        try Data().write(to: rows)
        try Data(Self.rejectedHead.utf8).write(to: rejectedRows)
        return Progress(table: table, rejectedBytes: UInt64(Self.rejectedHead.utf8.count))
    }

    private func gather(_ reader: some FoodTableReader, _ progress: inout Progress) throws {
        let foods = try FileHandle(forUpdating: rows), rejected = try FileHandle(forUpdating: rejectedRows)
        defer {
            try? foods.close()
            try? rejected.close()
        }
        // Rows written after the last saved progress are discarded, since they are written again.
        try foods.truncate(atOffset: progress.bytes)
        try rejected.truncate(atOffset: progress.rejectedBytes)
        try foods.seek(toOffset: progress.bytes)
        try rejected.seek(toOffset: progress.rejectedBytes)
        var lines = Data(), problems = Data(), pieces = 0
        var current = progress
        func note() throws {
            try foods.write(contentsOf: lines)
            try rejected.write(contentsOf: problems)
            try foods.synchronize()
            try rejected.synchronize()
            current.bytes += UInt64(lines.count)
            current.rejectedBytes += UInt64(problems.count)
            (lines, problems, pieces) = (Data(), Data(), 0)
            try JSONEncoder().encode(current).write(to: notes, options: .atomic)
        }
        try reader.read(after: progress.taken) { event in
            current.taken += 1
            switch event {
            case .food(let food):
                current.foods += 1
                lines.append(contentsOf: Array(ReleaseRow.line(food).utf8))
            case .rejected(let file, let record, let problem):
                current.rejected[problem.rawValue, default: 0] += 1
                problems.append(contentsOf: Array("\(file)\t\(record)\t\(problem.rawValue)\n".utf8))
            }
            pieces += 1
            if pieces == Self.stride { try note() }
        }
        try note()
        progress = current
    }

    // MARK: - Sorting

    /// Writes the collected rows in the order of their ids; of several rows with one id the first is kept.
    ///
    /// - Returns: The number of omitted rows.
    private func sort(into file: URL) throws -> Int {
        try Data(ReleaseRow.head.utf8).write(to: file)
        let output = try FileHandle(forUpdating: file)
        defer { try? output.close() }
        try output.seekToEnd()
        let data = try Data(contentsOf: rows, options: .alwaysMapped)
        let twice = try data.withUnsafeBytes { raw in
            let bytes = raw.bindMemory(to: UInt8.self)
            let lines = bytes.split(separator: UInt8(ascii: "\n"))
            let ids = lines.map { $0.prefix { $0 != UInt8(ascii: "\t") } }
            let order = lines.indices.sorted { left, right in
                if ids[left].lexicographicallyPrecedes(ids[right]) { return true }
                return ids[left].elementsEqual(ids[right]) && left < right
            }
            var written = Data(), twice = 0, before: Int?
            for place in order {
                if let before, ids[before].elementsEqual(ids[place]) {
                    twice += 1
                    continue
                }
                before = place
                written.append(contentsOf: lines[place])
                written.append(UInt8(ascii: "\n"))
                if written.count > 1 << 20 {
                    try output.write(contentsOf: written)
                    written = Data()
                }
            }
            try output.write(contentsOf: written)
            return twice
        }
        try output.synchronize()
        return twice
    }

    // MARK: - Files

    /// The names, sizes and times of the files that a table consists of.
    private static func identity(of path: URL) throws -> String {
        let manager = FileManager.default
        var isFolder: ObjCBool = false
        guard manager.fileExists(atPath: path.path(percentEncoded: false), isDirectory: &isFolder) else {
            throw FoodFileError.missingFile(path.lastPathComponent)
        }
        let keys: Set<URLResourceKey> = [.fileSizeKey, .contentModificationDateKey]
        let files =
            isFolder.boolValue
            ? try manager.contentsOfDirectory(at: path, includingPropertiesForKeys: Array(keys)) : [path]
        return try files.map { file in
            let values = try file.resourceValues(forKeys: keys)
            let time = values.contentModificationDate?.timeIntervalSince1970 ?? 0
            return "\(file.lastPathComponent) \(values.fileSize ?? 0) \(time)"
        }.sorted().joined(separator: "\n")
    }

    private static func size(of file: URL) -> UInt64 {
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path(percentEncoded: false))
        return (attributes?[.size] as? NSNumber)?.uint64Value ?? 0
    }
}
