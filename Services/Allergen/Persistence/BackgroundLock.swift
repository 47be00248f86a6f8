import EventContracts
import Messaging
import Postgres

/// Lets one instance at a time do background work, for the length of a transaction.
enum BackgroundLock: String {
    case lexicon = "allergen/lexicon"
    case meals = "allergen/meals"
    case products = "allergen/products"
    case purchases = "allergen/purchases"
    case recalls = "allergen/recalls"

    /// Takes the lock until the transaction ends.
    ///
    /// - Returns: False if another instance has it.
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
