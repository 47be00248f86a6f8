import EventContracts
import Foundation
import IngestionCore

/// An export in the form for its owner.
struct ExportView: Encodable, Sendable {
    let id: ExportID
    let state: String
    let requestedAt: Date
    let readyAt: Date?
    /// End of the download period.
    let expiresAt: Date
    /// Services whose parts are incomplete; they are awaited while the export is pending.
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
