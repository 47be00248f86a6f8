import Foundation
import Postgres

/// A release before this one: its programs, and the migrations that it has.
package struct OlderRelease: Sendable {
    /// The directory of its build.
    package let programs: URL
    /// The numbers of its migrations, by schema.
    package let migrations: [String: Set<Int>]

    package init(programs: URL, migrations: [String: Set<Int>]) {
        self.programs = programs
        self.migrations = migrations
    }

    /// It has migrations that this release does not have.
    package struct NotOlder: Error, CustomStringConvertible {
        package let description: String
    }

    /// The schemas as it knows them.
    ///
    /// - Throws: `NotOlder`: migrations are only ever added, so that an older release's are among this one's.
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
