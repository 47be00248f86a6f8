import EventContracts
import Messaging
import Postgres

/// Lets one copy of the service at a time do a piece of background work, a transaction long.
enum BackgroundLock: String {
    case lexicon = "allergen/lexicon"
    case meals = "allergen/meals"
    case products = "allergen/products"
    case recalls = "allergen/recalls"

    /// Takes the turn until the transaction ends.
    ///
    /// - Returns: false when another copy has it.
    func take(in transaction: borrowing Transaction) async throws -> Bool {
        try await transaction.query(
            "SELECT pg_try_advisory_xact_lock(hashtextextended(\(rawValue), 0))"
        ).first?.decode(Bool.self) ?? false
    }
}

extension EventCause {
    /// Work that the service does by itself: the same work makes the same events.
    static func work(_ name: String) -> EventCause {
        let id = NamedUUID.make(name)
        return .event(id, operationID: nil, correlationID: id, traceparent: nil, consumer: AllergenService.name)
    }
}
