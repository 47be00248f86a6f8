import EventContracts
import Foundation
import IngestionCore

/// A person's copy of everything that is kept of them, from the wish for it until it is gone (GW-22, PIPEDA principle 4.9).
struct Export: Sendable {
    /// How long the services are waited for: one that is down for longer is named as missing.
    static let timeout: TimeInterval = 3_600
    /// How long it can be fetched: seven days.
    static let life: TimeInterval = 7 * 86_400
    /// How long an ended export is listed: thirty more days.
    static let memory: TimeInterval = 30 * 86_400
    /// Most of one account in a day.
    static let maxPerDay = 3

    /// How far it is.
    enum State: String, Sendable {
        case pending, ready, expired
    }

    let id: ExportID
    /// The sign-in that asked for it.
    let session: SessionID
    let requestedAt: Date
    /// Until when services are waited for.
    let awaitedUntil: Date
    var readyAt: Date?
    let expiresAt: Date
    /// Services of which every part is there.
    var answered: Set<String> = []

    /// A new one.
    init(id: ExportID, session: SessionID, requestedAt: Date) {
        self.init(
            id: id, session: session, requestedAt: requestedAt,
            awaitedUntil: requestedAt.addingTimeInterval(Self.timeout), readyAt: nil,
            expiresAt: requestedAt.addingTimeInterval(Self.life))
    }

    /// One as it is stored.
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

    /// How far it is at an instant.
    func state(at now: Date) -> State {
        guard now < expiresAt else { return .expired }
        return readyAt == nil ? .pending : .ready
    }

    /// Services that have not told everything.
    var missing: [String] { Topic.services.filter { !answered.contains($0) } }
}
