import Foundation
import Postgres

/// An earlier release: its programs and its migrations.
package struct OlderRelease: Sendable {
    /// Directory of its build.
    package let programs: URL
    /// Numbers of its migrations, by schema.
    package let migrations: [String: Set<Int>]

    package init(programs: URL, migrations: [String: Set<Int>]) {
        self.programs = programs
        self.migrations = migrations
    }

    /// The other release has migrations that this one does not have.
    package struct NotOlder: Error, CustomStringConvertible {
        package let description: String
    }

    /// The schemas with the older release's migrations only.
    ///
    /// - Throws: `NotOlder` if the older release has other migrations: they are only ever added.
    func known(of schemas: [TestStack.Schema]) throws -> [TestStack.Schema] {
        try schemas.map { schema in
            let numbers = migrations[schema.service] ?? []
            let unknown = numbers.subtracting(schema.migrations.map(\.version)).sorted()
            guard unknown.isEmpty else {
                throw NotOlder(description: "it is no older release: \(schema.service) has migrations \(unknown)")
            }
            return TestStack.Schema(schema.service, schema.migrations.filter { numbers.contains($0.version) })
        }
    }
}
