import Foundation

/// One page of a list.
package struct PageView<Item: Encodable & Sendable>: Encodable, Sendable {
    package let items: [Item]
    /// The cursor of the next page; null on the last.
    package let next: String?

    package init(items: [Item], next: String?) {
        self.items = items
        self.next = next
    }

    private enum Key: CodingKey { case items, next }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(items, forKey: .items)
        try container.encode(next, forKey: .next)
    }
}
