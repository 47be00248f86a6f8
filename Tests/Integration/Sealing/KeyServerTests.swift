import Crypto
import Foundation
import KeyServer
import Postgres
import Sealing
import ServiceRuntime
import Synchronization
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Key server") struct KeyServerTests {
    private let account = UUID()
    private let unavailable = SealingError.keyRingUnavailable(isRetryable: true)

    private static func keys(_ peer: KeyServerPeer, _ id: String, own: MasterKeys? = nil) -> ServedMasterKeys {
        ServedMasterKeys(server: peer.server(), serverKeyID: id, own: own)
    }

    @Test("GW-36: data keys are wrapped by the key server, never in plaintext")
    func wraps() async throws {
        try await KeyServerPeer.with { peer in
            try await KeyRingDatabase.with { database in
                peer.add("one")
                let ring = database.ring(wrapper: Self.keys(peer, "one"))
                try await ring.createKey(for: account)
                let key = try await ring.key(for: account)
                #expect(key.sealingKey.bitCount == 256)
                let other = database.ring(database.reader, wrapper: Self.keys(peer, "one"))
                #expect(try await other.key(for: account).sealingKey == key.sealingKey)
                let rows = try await database.admin.query("SELECT master_key_id, wrapped_key FROM keyring.data_keys")
                let (id, wrapped) = try rows[0].decode(String.self, [UInt8].self)
                #expect(id == "one")
                #expect(Data(wrapped).range(of: key.sealingKey.withUnsafeBytes { Data($0) }) == nil)
            }
        }
    }

    @Test("GW-36: a wrapped key opens only unchanged and for its account")
    func bound() async throws {
        try await KeyServerPeer.with { peer in
            peer.add("one")
            let keys = Self.keys(peer, "one"), plain = SymmetricKey(size: .bits256)
            let wrapped = try await keys.wrap(plain, account: account, generation: 1)
            #expect(try await keys.unwrap(wrapped, account: account) == plain)
            var bytes = wrapped.bytes
            bytes[20] ^= 1
            let damaged = SealingError.keyRingUnavailable(isRetryable: false)
            await #expect(throws: damaged) { try await keys.unwrap(wrapped, account: UUID()) }
            await #expect(throws: damaged) {
                try await keys.unwrap(WrappedKey(generation: 1, masterKeyID: "one", bytes: bytes), account: account)
            }
            await #expect(throws: damaged) {
                try await keys.unwrap(
                    WrappedKey(generation: 2, masterKeyID: "one", bytes: wrapped.bytes), account: account)
            }
            await #expect(throws: unavailable) {
                try await keys.unwrap(
                    WrappedKey(generation: 1, masterKeyID: "gone", bytes: wrapped.bytes), account: account)
            }
            let stranger = ServedMasterKeys(server: peer.server(token: "guess"), serverKeyID: "one")
            await #expect(throws: unavailable) { try await stranger.unwrap(wrapped, account: account) }
            #expect(peer.strangers == 1)
        }
    }

    @Test("OPS-02: without the key server cached keys work, others wait")
    func away() async throws {
        try await KeyServerPeer.with { peer in
            try await KeyRingDatabase.with { database in
                peer.add("one")
                let time = ManualTime(), other = UUID()
                let ring = database.ring(wrapper: Self.keys(peer, "one"), time: time)
                try await ring.createKey(for: account)
                try await ring.createKey(for: other)
                let key = try await ring.key(for: account)
                peer.answerAll(503)
                #expect(try await ring.key(for: account).sealingKey == key.sealingKey)
                await #expect(throws: unavailable) { try await ring.key(for: other) }
                await #expect(throws: unavailable) { try await ring.createKey(for: UUID()) }
                time.advance(by: .seconds(60))
                await #expect(throws: unavailable) { try await ring.key(for: account) }
                peer.answerAll(nil)
                try await eventually("the key server is called again") {
                    (try? await ring.key(for: account).sealingKey) == key.sealingKey
                }
                _ = try await ring.key(for: other)
            }
        }
    }

    @Test("OPS-02: key server: retried after short failures, else probed rarely", .slowConcurrent)
    func breaker() async throws {
        try await KeyServerPeer.with { peer in
            peer.add("one")
            let server = peer.server()
            let keys = ServedMasterKeys(server: server, serverKeyID: "one")
            let wrapped = try await keys.wrap(SymmetricKey(size: .bits256), account: account, generation: 1)
            peer.fail(2)
            _ = try await keys.unwrap(wrapped, account: account)
            #expect(peer.calls == 4 && server.isAnswering)
            peer.answerAll(500)
            let before = peer.calls
            for _ in 0..<200 { await #expect(throws: unavailable) { try await keys.unwrap(wrapped, account: account) } }
            #expect(peer.calls - before < 15)
            #expect(!server.isAnswering)
            peer.answerAll(nil)
            try await eventually("the breaker allows one call") {
                (try? await keys.unwrap(wrapped, account: account)) != nil
            }
            #expect(server.isAnswering)
        }
    }

    /// All keys are opened repeatedly, from the database and the key server, while they are rewrapped.
    @Test("GW-36: master key rotation under load: every key still opens")
    func rotatesUnderLoad() async throws {
        try await KeyServerPeer.with { peer in
            try await KeyRingDatabase.with { database in
                peer.add("2025")
                let accounts = (0..<200).map { _ in UUID() }, old = database.ring(wrapper: Self.keys(peer, "2025"))
                var known: [UUID: SymmetricKey] = [:]
                for account in accounts {
                    try await old.createKey(for: account)
                    known[account] = try await old.key(for: account).sealingKey
                }
                let expected = known, load = Load()
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<4 {
                        let ring = database.ring(database.reader, wrapper: Self.keys(peer, "2025"))
                        group.addTask {
                            while load.goesOn, let account = accounts.randomElement() {
                                ring.forget(account)
                                let isRight = (try? await ring.key(for: account).sealingKey) == expected[account]
                                load.count(isRight)
                                // One failure opens the breaker; calls that fail at once must not use up the time.
                                guard isRight else { return }
                            }
                        }
                    }
                    try await eventually("work has begun") { load.opened > 50 }
                    peer.add("2026")
                    let new = database.ring(database.admin, wrapper: Self.keys(peer, "2026"))
                    #expect(try await new.rewrapAll(batch: 30) == 200)
                    #expect(try await new.rewrapAll() == 0)
                    peer.retire("2025")
                    let enough = load.opened + 200
                    try await eventually("work continues without the old key") { load.opened > enough }
                    load.stop()
                    try await group.waitForAll()
                }
                #expect(load.failed == 0)
            }
        }
    }

    /// The results of opening keys repeatedly.
    private final class Load: Sendable {
        private struct State {
            var goesOn = true
            var opened = 0
            var failed = 0
        }

        private let state = Mutex(State())

        var goesOn: Bool { state.withLock(\.goesOn) }
        var opened: Int { state.withLock(\.opened) }
        var failed: Int { state.withLock(\.failed) }

        func count(_ isRight: Bool) {
            state.withLock { state in
                if isRight { state.opened += 1 } else { state.failed += 1 }
            }
        }

        func stop() { state.withLock { $0.goesOn = false } }
    }

    @Test("GW-36: keys move from local master keys to the key server and back")
    func moves() async throws {
        try await KeyServerPeer.with { peer in
            try await KeyRingDatabase.with { database in
                peer.add("one")
                let own = KeyRingDatabase.masterKeys(), before = database.ring()
                try await before.createKey(for: account)
                let key = try await before.key(for: account).sealingKey
                let there = Self.keys(peer, "one", own: own)
                #expect(try await database.ring(wrapper: there).key(for: account).sealingKey == key)
                #expect(try await database.ring(database.admin, wrapper: there).rewrapAll() == 1)
                #expect(try await database.ring(wrapper: Self.keys(peer, "one")).key(for: account).sealingKey == key)
                let back = ServedMasterKeys(server: peer.server(), serverKeyID: "one", own: own, isOwnFirst: true)
                #expect(try await database.ring(database.admin, wrapper: back).rewrapAll() == 1)
                #expect(try await database.ring().key(for: account).sealingKey == key)
            }
        }
    }

    private static let key = Data(repeating: 1, count: 32).base64EncodedString()
    private static let place = [
        "KMS_URL": "https://keys.example/v1", "KMS_TOKEN": "secret", "KMS_REGION": "ca-central-1",
    ]

    @Test(
        "key setting: own keys, a key server, or both; the first one wraps",
        arguments: [
            ("1:\(key)", "1"), ("kms:one", "one"), ("kms:one,1:\(key)", "one"), ("1:\(key),kms:one", "1"),
            ("2:\(key),1:\(key),kms:one", "2"),
        ])
    func configured(text: String, current: String) throws {
        var reader = EnvironmentReader(Self.place.merging(["KEYRING_MASTER_KEYS": text]) { $1 })
        let keys = MasterKeySettings.read(from: &reader)
        try reader.finish()
        #expect(keys?.currentID == current)
    }

    @Test(
        "OPS-04, C26: a key server abroad stops the start unless allowed",
        arguments: [
            ("ca-central-1", "", true), ("canadaeast", "", true), ("northamerica-northeast2", "", true),
            ("us-east-1", "", false), ("northamerica-south1", "", false), ("", "", false), ("ca", "", false),
            ("us-east-1", "US-EAST-1", true), ("us-east-1", "us", false),
        ])
    func region(region: String, allowed: String, isTaken: Bool) {
        var reader = EnvironmentReader(
            Self.place.merging([
                "KEYRING_MASTER_KEYS": "kms:one", "KMS_REGION": region, "REGIONS_OUTSIDE_CANADA": allowed,
            ]) { $1 })
        _ = MasterKeySettings.read(from: &reader)
        #expect(((try? reader.finish()) != nil) == isTaken)
    }

    @Test("OPS-04, C26: a REGION abroad stops the start unless allowed", arguments: ["eu-west-1", "us"])
    func installation(region: String) {
        for (allowed, isTaken) in [("", false), (region, true)] {
            var reader = EnvironmentReader(["REGION": region, "REGIONS_OUTSIDE_CANADA": allowed])
            DataRegion.check(&reader)
            #expect(((try? reader.finish()) != nil) == isTaken)
        }
    }

    @Test(
        "key setting: any other value stops the start",
        arguments: [
            ("", "https://k.example"), ("kms:", "https://k.example"), ("kms:a,kms:b", "https://k.example"),
            ("kms:1,1:\(key)", "https://k.example"), ("kms:a b", "https://k.example"),
            ("kms:one", "http://k.example"), ("kms:one", "https://k.example/"), ("kms:one", ""),
        ])
    func refused(text: String, url: String) {
        var reader = EnvironmentReader([
            "KEYRING_MASTER_KEYS": text, "KMS_URL": url, "KMS_TOKEN": "t", "KMS_REGION": "ca-central-1",
        ])
        _ = MasterKeySettings.read(from: &reader)
        #expect(throws: ConfigurationError.self) { try reader.finish() }
    }
}
