import Foundation
import TestPeers
import TestSupport
import UnitSupport

/// A build of another release of this repository: the directory that contains its programs.
package struct OtherBuild: Sendable {
    /// The row needs another release.
    package struct Missing: Error, CustomStringConvertible {
        package let description =
            "no build of another release (--other DIRECTORY; deploy/faults --from COMMIT makes one)"

        package init() {}
    }

    /// The directory does not contain a build for the row.
    package struct Unusable: Error, CustomStringConvertible {
        package let description: String
    }

    private struct Line: Decodable {
        let schema: String
        /// `V0101 create accounts`.
        let migration: String
    }

    package let programs: URL
    /// Its commit; nil if unknown.
    package let commit: String?
    /// The commit of this build; nil if unknown.
    package let ownCommit: String?
    /// Timeout of its `fmctl` for listing migrations.
    private static let timeout = Duration.seconds(60)

    /// A build by its directory.
    package init(programs: URL, commit: String? = nil, ownCommit: String? = nil) {
        self.programs = programs
        self.commit = commit
        self.ownCommit = ownCommit
    }

    /// Whether it is the same release.
    package var isThisRelease: Bool {
        if let commit, let ownCommit, commit == ownCommit { return true }
        return FileManager.default.contentsEqual(
            atPath: programs.appending(path: "ingestion").path, andPath: SideProgram.path(of: "ingestion"))
    }

    /// A remark for the table.
    var remark: String {
        let name = "\(commit ?? "an unnamed build") with \(ownCommit ?? "this build")"
        return isThisRelease ? "THE SAME RELEASE TWICE: \(name)" : name
    }

    /// The older release of a stack, with the migrations that its `fmctl` lists.
    ///
    /// - Throws: `Unusable` if `fmctl` cannot list them.
    func release(on cluster: TestPostgresCluster) async throws -> OlderRelease {
        let control = programs.appending(path: "fmctl").path
        guard FileManager.default.isExecutableFile(atPath: control) else {
            throw Unusable(description: "no fmctl in \(programs.path)")
        }
        // Services of a release that this one does not know may require further variables.
        var environment = ["ADMIN_DATABASE_URL": cluster.admin.url]
        for schema in TestStack.benchServices + ["billing"] {
            environment["\(schema.uppercased())_DATABASE_PASSWORD"] = "unused"
        }
        let text = try await withTemporaryDirectory { directory in
            let output = directory.appending(path: "status.json")
            let program = try await SideProgram(
                [control, "migrate", "--status", "--json"], environment: environment, output: output)
            // No migration is applied yet, which `fmctl` reports as a problem.
            _ = try await program.status(within: Self.timeout)
            return try String(contentsOf: output, encoding: .utf8)
        }
        guard let begin = text.firstIndex(of: "["), let end = text.lastIndex(of: "]"), begin < end,
            let lines = try? JSONDecoder().decode([Line].self, from: Data(text[begin...end].utf8)), !lines.isEmpty
        else {
            throw Unusable(description: "\(control) does not list its migrations: \(text.prefix(200))")
        }
        var migrations: [String: Set<Int>] = [:]
        for line in lines {
            guard let number = Int(line.migration.dropFirst().prefix { $0.isNumber }) else {
                throw Unusable(description: "not the name of a migration: \(line.migration)")
            }
            migrations[line.schema, default: []].insert(number)
        }
        return OlderRelease(programs: programs, migrations: migrations)
    }
}
