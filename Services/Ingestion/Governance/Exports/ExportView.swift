import EventContracts
import Foundation
import IngestionCore

/// An export as the person who asked for it sees it.
struct ExportView: Encodable, Sendable {
    let id: ExportID
    let state: String
    let requestedAt: Date
    let readyAt: Date?
    /// Until when it can be fetched.
    let expiresAt: Date
    /// Services that have not told everything; they are waited for while it is pending.
    let missing: [String]

    init(_ export: Export, at now: Date) {
        let state = export.state(at: now)
        id = export.id
        self.state = state.rawValue
        requestedAt = export.requestedAt
        readyAt = export.readyAt
        expiresAt = export.expiresAt
        missing = state == .expired ? [] : export.missing
    }
}
