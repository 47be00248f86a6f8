import EventContracts
import Messaging
import Postgres

/// Lets one instance at a time run a background job, for the duration of a transaction.
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
    /// The cause of events from a job of the service; repeating the same work creates events with the same ids.
    static func work(_ name: String) -> EventCause {
        let id = NamedUUID.make(name)
        return .event(id, operationID: nil, correlationID: id, traceparent: nil, consumer: AllergenService.name)
    }
}
