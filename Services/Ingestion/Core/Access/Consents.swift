import EventContracts
import Foundation

/// What a person allows, as it now is.
package struct Consents: Sendable, Equatable {
    /// One purpose.
    package struct Entry: Sendable, Equatable {
        package var allowed: Bool
        package var changedAt: Date

        package init(allowed: Bool, changedAt: Date) {
            self.allowed = allowed
            self.changedAt = changedAt
        }
    }

    package let account: AccountID
    package var version: Int64
    package var purposes: [ConsentPurpose: Entry]

    /// Whether a purpose is allowed; what was never spoken of is as for somebody who registers and says nothing.
    package func allows(_ purpose: ConsentPurpose) -> Bool {
        purposes[purpose]?.allowed ?? Self.atRegistration[purpose] ?? false
    }

    /// As others are told of it.
    package var told: ConsentChanged {
        ConsentChanged(
            accountID: account, version: version,
            allowed: ConsentPurpose.allCases.filter(allows).map(\.rawValue).sorted(),
            changedAt: purposes.values.map(\.changedAt).max() ?? .distantPast)
    }

    /// What an order says of some purposes, so that it need not wait for what is told of the consents.
    package func ordered(for purposes: [ConsentPurpose]) -> OrderConsents {
        OrderConsents(version: version, allowed: purposes.filter(allows).map(\.rawValue).sorted())
    }

    /// Whether a person has said that they do not allow it.
    package func refuses(_ purpose: ConsentPurpose) -> Bool { purposes[purpose]?.allowed == false }

    /// What holds for somebody who registers and says nothing of it: the work itself, and nothing else (C10).
    package static let atRegistration: [ConsentPurpose: Bool] = [.processing: true]
}

/// What a person allowed at one time.
package struct ConsentRecord: Sendable, Equatable {
    package let version: Int64
    package let purposes: [String: Bool]
    package let terms: String
    package let at: Date
}
