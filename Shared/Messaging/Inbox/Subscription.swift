import EventContracts
import Foundation
import Postgres

/// One event type and who takes it in; a service lists all of its subscriptions in one place (STYLE S3).
package struct Subscription: Sendable {
    package let type: EventType
    package let topic: Topic
    let appliesSnapshots: Bool
    let handle: @Sendable (EventAttributes, [UInt8], borrowing Transaction) async throws -> Void

    /// Hands events of the handler's type to it.
    package init<Handler: EventHandler>(_ handler: Handler) {
        type = Handler.Body.type
        topic = Handler.Body.topic
        appliesSnapshots = handler.appliesSnapshots
        handle = { attributes, bytes, transaction in
            let body: Handler.Body
            do {
                body = try EventCoding.decode(Handler.Body.self, from: bytes)
            } catch {
                throw PermanentFailure("the data is not that of \(Handler.Body.type)")
            }
            try await handler.handle(Event(attributes: attributes, body: body), in: transaction)
        }
    }
}
