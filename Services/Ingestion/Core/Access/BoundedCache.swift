/// A dictionary of bounded size that drops entries that were not used for a long time.
///
/// Entries are in two generations: a used entry moves to the young one; when that is full, the old one is dropped. So
/// an entry survives at least `capacity / 2` uses of other entries, and every operation is O(1).
package struct BoundedCache<Key: Hashable, Value> {
    private var young: [Key: Value] = [:]
    private var old: [Key: Value] = [:]
    private let generationSize: Int

    /// - Parameter capacity: Maximum number of entries, at least 2.
    package init(capacity: Int) { generationSize = max(capacity / 2, 1) }

    package subscript(key: Key) -> Value? {
        mutating get {
            if let value = young[key] { return value }
            guard let value = old[key] else { return nil }
            insert(value, key)
            return value
        }
        set {
            old[key] = nil
            if let newValue { insert(newValue, key) } else { young[key] = nil }
        }
    }

    /// Removes all entries.
    package mutating func removeAll() {
        young = [:]
        old = [:]
    }

    private mutating func insert(_ value: Value, _ key: Key) {
        if young[key] == nil, young.count >= generationSize {
            old = young
            young = [:]
        }
        young[key] = value
    }
}
