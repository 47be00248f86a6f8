import EventContracts
import Foundation
import Hexadecimal
import Quantities

/// One resource of an account.
package struct ResourceReference: Sendable, Hashable {
    package let kind: ResourceKind
    package let id: UUID

    package init(_ kind: ResourceKind, _ id: UUID) {
        self.kind = kind
        self.id = id
    }

    /// The resource of a person's day.
    package init(_ day: CalendarDay, of account: AccountID) {
        self.init(.day, DayID(day, of: account).uuid)
    }

    /// The id in lower case.
    package var idText: String { id.text }

    /// The path of the resource for its owner: a day by its date, other resources by their id.
    package func path(of owner: AccountID) -> String {
        guard kind == .day, let day = DayID(id).day(of: owner) else { return kind.path(id: idText) }
        return kind.path(id: day.description)
    }
}
