import Crypto
import Foundation
import Sealing
import Testing

/// The same tests for the production key ring and its in-memory replacement.
@Suite struct KeyRingTests {
    private let account = UUID()

    @Test(arguments: KeyRingKind.allCases)
    func aNewAccountHasOneKeyThatStays(kind: KeyRingKind) async throws {
        try await kind.with { ring in
            try await ring.createKey(for: account)
            let key = try await ring.key(for: account)
            ring.forget(account)
            #expect(key.current == DataKey.firstGeneration)
            #expect(key.sealingKey.bitCount == 256)
            #expect(try await ring.key(for: account).sealingKey == key.sealingKey)
        }
    }

    @Test(arguments: KeyRingKind.allCases)
    func creatingAgainKeepsTheKey(kind: KeyRingKind) async throws {
        try await kind.with { ring in
            try await ring.createKey(for: account)
            let key = try await ring.key(for: account)
            try await ring.createKey(for: account)
            ring.forget(account)
            #expect(try await ring.key(for: account).sealingKey == key.sealingKey)
        }
    }

    @Test(arguments: KeyRingKind.allCases)
    func accountsHaveDifferentKeys(kind: KeyRingKind) async throws {
        try await kind.with { ring in
            let other = UUID()
            try await ring.createKey(for: account)
            try await ring.createKey(for: other)
            let keys = [try await ring.key(for: account), try await ring.key(for: other)]
            #expect(keys[0].sealingKey != keys[1].sealingKey)
        }
    }

    @Test(arguments: KeyRingKind.allCases)
    func anUnknownAccountHasNoKey(kind: KeyRingKind) async throws {
        try await kind.with { ring in
            await #expect(throws: SealingError.unknownAccount(account)) { try await ring.key(for: account) }
            await #expect(throws: SealingError.unknownAccount(account)) { try await ring.renewKey(for: account) }
        }
    }

    @Test("GW-36: key ring: an erased account stays erased", arguments: KeyRingKind.allCases)
    func anErasedAccountStaysErased(kind: KeyRingKind) async throws {
        try await kind.with { ring in
            try await ring.createKey(for: account)
            _ = try await ring.key(for: account)
            try await ring.destroyKey(for: account)
            try await ring.destroyKey(for: account)
            let erased = SealingError.erased(account: account)
            await #expect(throws: erased) { try await ring.key(for: account) }
            await #expect(throws: erased) { try await ring.createKey(for: account) }
            await #expect(throws: erased) { try await ring.renewKey(for: account) }
            await #expect(throws: erased) { try await ring.key(for: account) }
        }
    }

    @Test(arguments: KeyRingKind.allCases)
    func anAccountWithoutAKeyCanBeErasedBeforehand(kind: KeyRingKind) async throws {
        try await kind.with { ring in
            try await ring.destroyKey(for: account)
            await #expect(throws: SealingError.erased(account: account)) { try await ring.createKey(for: account) }
        }
    }

    @Test(arguments: KeyRingKind.allCases)
    func aRenewedKeySealsAnewAndStillOpensTheOld(kind: KeyRingKind) async throws {
        try await kind.with { ring in
            try await ring.createKey(for: account)
            let old = try await ring.key(for: account)
            try await ring.renewKey(for: account)
            let new = try await ring.key(for: account)
            #expect(new.current == old.current + 1)
            #expect(new.sealingKey != old.sealingKey)
            #expect(new.key(generation: old.current) == old.sealingKey)
        }
    }

    @Test(arguments: KeyRingKind.allCases)
    func manyTasksAtOnceMakeOneKey(kind: KeyRingKind) async throws {
        try await kind.with { ring in
            let keys = try await withThrowingTaskGroup(of: DataKey.self) { group in
                for _ in 0..<20 {
                    group.addTask { [account] in
                        try await ring.createKey(for: account)
                        return try await ring.key(for: account)
                    }
                }
                return try await group.reduce(into: [DataKey]()) { $0.append($1) }
            }
            #expect(keys.count == 20)
            #expect(keys.allSatisfy { $0.sealingKey == keys[0].sealingKey && $0.current == 1 })
        }
    }

    @Test(arguments: KeyRingKind.allCases)
    func erasingWhileOthersCreateAndReadLeavesNoKey(kind: KeyRingKind) async throws {
        try await kind.with { ring in
            for _ in 0..<10 {
                let account = UUID()
                await withTaskGroup(of: Void.self) { group in
                    for _ in 0..<4 {
                        group.addTask { try? await ring.createKey(for: account) }
                        group.addTask { _ = try? await ring.key(for: account) }
                        group.addTask { try? await ring.renewKey(for: account) }
                    }
                    group.addTask { try? await ring.destroyKey(for: account) }
                }
                await #expect(throws: SealingError.erased(account: account)) { try await ring.key(for: account) }
            }
        }
    }
}
