import EventContracts
import Foundation

extension Subscription {
    /// The person's account is erased: it ends at once, and nothing is renewed or given back for what is left of the period.
    ///
    /// A charge that is under way and turns out paid is given back, as after any end by the person's own wish.
    ///
    /// - Parameter now: The time.
    /// - Returns: The page to be closed, when there is one.
    package mutating func erase(at now: Date) -> [Effect] {
        guard status != .ended else { return [] }
        version += 1
        let page = page
        end(.canceled, at: now)
        return page.map { [.closeCheckout($0)] } ?? []
    }
}
