import Crypto

/// The data key of one account with all its generations: the newest seals, each opens what it sealed.
package struct DataKey: Sendable {
    /// Size of a key of any generation (AES-256).
    package static let byteCount = 32
    /// The generation of a new account's key.
    package static let firstGeneration: UInt32 = 1

    private let generations: [UInt32: SymmetricKey]
    /// The newest generation, used for sealing.
    package let current: UInt32
    /// The key of that generation.
    package let sealingKey: SymmetricKey

    /// A key from its generations; nil if the list is empty or one has the wrong size.
    package init?(generations: [UInt32: SymmetricKey]) {
        guard let newest = generations.max(by: { $0.key < $1.key }),
            generations.values.allSatisfy({ $0.bitCount == Self.byteCount * 8 })
        else { return nil }
        self.generations = generations
        self.current = newest.key
        self.sealingKey = newest.value
    }

    /// The key of one generation; nil if unknown.
    package func key(generation: UInt32) -> SymmetricKey? { generations[generation] }
}
