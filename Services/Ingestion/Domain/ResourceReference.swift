import Foundation

/// One resource of an account.
package struct ResourceReference: Sendable, Hashable {
    package let kind: ResourceKind
    package let id: UUID

    package init(_ kind: ResourceKind, _ id: UUID) {
        self.kind = kind
        self.id = id
    }

    /// The id in lower case.
    package var idText: String { id.uuidString.lowercased() }

    /// Where it is read.
    package var path: String { kind.path(id: idText) }
}
