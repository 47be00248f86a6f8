import EventContracts
import Foundation

/// The erasure of an account, as shown on its receipt.
package struct Erasure: Sendable {
    /// The progress of an erasure.
    package enum State: String, Sendable {
        /// Scheduled; the person may still cancel it.
        case scheduled
        /// Cancelled by the person.
        case withdrawn
        /// The data key is destroyed; services are deleting their rows.
        case erasing
        /// Every service has reported.
        case complete
    }

    /// The rows that a service deleted.
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
    /// The reports by service.
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
