import Crypto
import Foundation
import Synchronization

/// Keys in memory, lost with the process: for tests and for tools without persistent data.
package struct MemoryKeyRing: KeyRing {
    private enum Entry {
        case keys([UInt32: SymmetricKey])
        case erased
    }

    private final class Storage: Sendable {
        let entries = Mutex<[UUID: Entry]>([:])
    }

    private let storage = Storage()

    package init() {}

    package func createKey(for account: UUID) async throws(SealingError) {
        try access(account) { entry throws(SealingError) in
            guard entry == nil else { return }
            entry = .keys([DataKey.firstGeneration: SymmetricKey(size: .bits256)])
        }
    }

    package func key(for account: UUID) async throws(SealingError) -> DataKey {
        try access(account) { entry throws(SealingError) in
            guard case .keys(let generations) = entry, let key = DataKey(generations: generations) else {
                throw .unknownAccount(account)
            }
            return key
        }
    }

    package func renewKey(for account: UUID) async throws(SealingError) {
        try access(account) { entry throws(SealingError) in
            guard case .keys(var generations) = entry, let newest = generations.keys.max() else {
                throw .unknownAccount(account)
            }
            generations[newest + 1] = SymmetricKey(size: .bits256)
            entry = .keys(generations)
        }
    }

    package func destroyKey(for account: UUID) async throws(SealingError) {
        storage.entries.withLock { $0[account] = .erased }
    }

    /// Does nothing: there is no cache.
    package func forget(_ account: UUID) {}

    private func access<Result: Sendable>(
        _ account: UUID, _ body: (inout Entry?) throws(SealingError) -> Result
    ) throws(SealingError) -> Result {
        try storage.entries.withLock { entries throws(SealingError) in
            if case .erased = entries[account] { throw .erased(account: account) }
            return try body(&entries[account])
        }
    }
}
