import EventContracts
import Foundation

extension Subscription {
    /// Ends the subscription of an erased account at once, without renewal or refund.
    ///
    /// A pending charge that turns out to be paid is refunded, as after any end requested by the person.
    ///
    /// - Parameter now: The time.
    /// - Returns: The page to close, if any.
    package mutating func erase(at now: Date) -> [Effect] {
        guard status != .ended else { return [] }
        version += 1
        let page = page
        end(.canceled, at: now)
        return page.map { [.closeCheckout($0)] } ?? []
    }
}
