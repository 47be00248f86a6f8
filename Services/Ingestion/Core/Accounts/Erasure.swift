import EventContracts
import Foundation

/// What a person can show of the erasure of their account.
package struct Erasure: Sendable {
    /// How far it has come.
    package enum State: String, Sendable {
        /// The person may think it over.
        case scheduled
        /// The person thought it over.
        case withdrawn
        /// The key is destroyed; services let go of their rows.
        case erasing
        /// Every service has reported.
        case complete
    }

    /// What a service let go of.
    package struct Report: Codable, Sendable, Equatable {
        package var deleted: [String: Int]
        package var erasedAt: Date

        package init(deleted: [String: Int], erasedAt: Date) {
            self.deleted = deleted
            self.erasedAt = erasedAt
        }
    }

    package let id: ErasureID
    package var state: State
    package let requestedAt: Date
    package let dueAt: Date
    package var erasedAt: Date?
    package var completedAt: Date?
    /// By service.
    package var reports: [String: Report] = [:]

    package init(
        id: ErasureID, state: State, requestedAt: Date, dueAt: Date, erasedAt: Date? = nil, completedAt: Date? = nil,
        reports: [String: Report] = [:]
    ) {
        self.id = id
        self.state = state
        self.requestedAt = requestedAt
        self.dueAt = dueAt
        self.erasedAt = erasedAt
        self.completedAt = completedAt
        self.reports = reports
    }
}
