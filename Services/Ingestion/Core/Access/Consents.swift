import EventContracts
import Foundation

/// The current consents of a person.
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

    /// Whether a purpose is allowed; undecided purposes have the default for new accounts.
    package func allows(_ purpose: ConsentPurpose) -> Bool {
        purposes[purpose]?.allowed ?? Self.atRegistration[purpose] ?? false
    }

    /// The event for other services.
    package var event: ConsentChanged {
        ConsentChanged(
            accountID: account, version: version,
            allowed: ConsentPurpose.allCases.filter(allows).map(\.rawValue).sorted(),
            changedAt: purposes.values.map(\.changedAt).max() ?? .distantPast)
    }

    /// The consents included in a command, so that its handler need not wait for the consents' own event.
    package func ordered(for purposes: [ConsentPurpose]) -> CommandConsents {
        CommandConsents(version: version, allowed: purposes.filter(allows).map(\.rawValue).sorted())
    }

    /// Whether the person has refused a purpose.
    package func refuses(_ purpose: ConsentPurpose) -> Bool { purposes[purpose]?.allowed == false }

    /// The defaults for new accounts: processing, and nothing else (C10).
    package static let atRegistration: [ConsentPurpose: Bool] = [.processing: true]
}

/// A person's decision about a consent at one time.
package struct ConsentRecord: Sendable, Equatable {
    package let version: Int64
    package let purposes: [String: Bool]
    package let terms: String
    package let at: Date
}
