import Crypto
import Foundation
import Testing
import UnitSupport

@testable import Sealing

@Suite struct KeyCacheTests {
    private let time = ManualTime()

    private func cache(capacity: Int = 4, lifetime: Duration = .seconds(60)) -> KeyCache {
        KeyCache(capacity: capacity, lifetime: lifetime, now: time.now)
    }

    private func newKey() throws -> DataKey {
        try #require(DataKey(generations: [1: SymmetricKey(size: .bits256)]))
    }

    private func store(_ account: UUID, in cache: KeyCache) throws {
        cache.store(try newKey(), for: account, cache.lookUp(account).ticket)
    }

    @Test func aKeyLivesForItsLifetimeFromTheBeginningOfItsRead() throws {
        let cache = cache()
        let account = UUID()
        let ticket = cache.lookUp(account).ticket
        time.advance(by: .seconds(5))
        cache.store(try newKey(), for: account, ticket)
        time.advance(by: .seconds(54))
        #expect(cache.lookUp(account).key != nil)
        time.advance(by: .seconds(1))
        #expect(cache.lookUp(account).key == nil)
    }

    @Test func theLongestUnusedKeyIsDroppedFirst() throws {
        let cache = cache()
        let accounts = (0..<4).map { _ in UUID() }
        for account in accounts { try store(account, in: cache) }
        #expect(cache.lookUp(accounts[0]).key != nil)
        try store(UUID(), in: cache)
        #expect(accounts.map { cache.lookUp($0).key != nil } == [true, false, true, true])
    }

    @Test func theCacheNeverGrowsBeyondItsCapacity() throws {
        let cache = cache(capacity: 50)
        let accounts = (0..<1_000).map { _ in UUID() }
        for account in accounts { try store(account, in: cache) }
        #expect(accounts.count { cache.lookUp($0).key != nil } <= 50)
        #expect(accounts.suffix(40).allSatisfy { cache.lookUp($0).key != nil })
    }

    @Test func aReadThatBeganBeforeAForgetIsNotKept() throws {
        let cache = cache()
        let account = UUID()
        let ticket = cache.lookUp(account).ticket
        cache.forget(account)
        cache.store(try newKey(), for: account, ticket)
        #expect(cache.lookUp(account).key == nil)
    }
}
