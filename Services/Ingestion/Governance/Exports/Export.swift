import EventContracts
import Foundation
import IngestionCore

/// An export of a person's data, from the request until its deletion (GW-22, PIPEDA principle 4.9).
struct Export: Sendable {
    /// Maximum wait for the services, in seconds; a service that is down longer is reported as missing.
    static let timeout: TimeInterval = 3_600
    /// How long an export can be downloaded, in seconds: seven days.
    static let life: TimeInterval = 7 * 86_400
    /// How long an expired export remains in the list, in seconds: thirty more days.
    static let memory: TimeInterval = 30 * 86_400
    /// Maximum number of exports per account and day.
    static let maxPerDay = 3

    /// The state of an export.
    enum State: String, Sendable {
        case pending, ready, expired
    }

    let id: ExportID
    /// The session that requested the export.
    let session: SessionID
    let requestedAt: Date
    /// The time until which missing services are awaited.
    let awaitedUntil: Date
    var readyAt: Date?
    let expiresAt: Date
    /// Services whose parts are complete.
    var answered: Set<String> = []

    /// A new export.
    init(id: ExportID, session: SessionID, requestedAt: Date) {
        self.init(
            id: id, session: session, requestedAt: requestedAt,
            awaitedUntil: requestedAt.addingTimeInterval(Self.timeout), readyAt: nil,
            expiresAt: requestedAt.addingTimeInterval(Self.life))
    }

    /// A stored export.
    init(
        id: ExportID, session: SessionID, requestedAt: Date, awaitedUntil: Date, readyAt: Date?, expiresAt: Date,
        answered: Set<String> = []
    ) {
        self.id = id
        self.session = session
        self.requestedAt = requestedAt
        self.awaitedUntil = awaitedUntil
        self.readyAt = readyAt
        self.expiresAt = expiresAt
        self.answered = answered
    }

    /// The state at an instant.
    func state(at now: Date) -> State {
        guard now < expiresAt else { return .expired }
        return readyAt == nil ? .pending : .ready
    }

    /// Services whose parts are incomplete.
    var missing: [String] { Topic.services.filter { !answered.contains($0) } }
}
