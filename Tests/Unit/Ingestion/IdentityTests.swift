import Crypto
import Dispatch
import EventContracts
import Foundation
import IngestionAccounts
import IngestionCore
import IngestionService
import Sealing
import ServiceRuntime
import Synchronization
import TestPeers
import Testing
import UnitSupport

@Suite("Tokens and passwords") struct IdentityTests {
    private static let start = Date(timeIntervalSince1970: 1_795_000_000)
    private let clock = FixedClock(start)
    private let key = P256.Signing.PrivateKey()

    private func tokens(retired: [P256.Signing.PublicKey] = []) async throws -> AccessTokens {
        try await AccessTokens(signingKey: key, retiredKeys: retired, clock: clock)
    }

    private func forge(_ header: [String: Any], _ claims: [String: Any], signedBy key: P256.Signing.PrivateKey?) throws
        -> String
    {
        let head = Base64URL.encode(try JSONSerialization.data(withJSONObject: header))
        let body = Base64URL.encode(try JSONSerialization.data(withJSONObject: claims))
        let signature = try key?.signature(for: Data("\(head).\(body)".utf8)).rawRepresentation ?? Data()
        return "\(head).\(body).\(Base64URL.encode(signature))"
    }

    private func claims(_ changes: [String: Any] = [:]) -> [String: Any] {
        let now = Self.start.timeIntervalSince1970
        let usual: [String: Any] = [
            "sub": UUID().uuidString.lowercased(), "sid": UUID().uuidString.lowercased(), "rv": 1, "scope": "account",
            "iss": "https://foodmagic.example", "aud": "foodmagic-api", "iat": now, "nbf": now, "exp": now + 600,
            "jti": "x",
        ]
        return usual.merging(changes) { $1 }
    }

    @Test("access token: identifies its account until it expires")
    func roundTrip() async throws {
        let tokens = try await tokens()
        let account = AccountID.random()
        let session = SessionID.random()
        let token = try await tokens.issue(account: account, session: session, revocationVersion: 3, scopes: [.scans])
        for _ in 0..<2 {
            let principal = try await tokens.principal(of: token)
            #expect(principal.account == account && principal.session == session)
            #expect(principal.revocationVersion == 3 && principal.scopes == [.scans])
        }
        clock.advance(by: .seconds(601))
        await #expect { try await tokens.principal(of: token) } throws: {
            ($0 as? ProblemDetails)?.kind == .tokenExpired
        }
        let fresh = try await self.tokens()
        await #expect { try await fresh.principal(of: token) } throws: {
            ($0 as? ProblemDetails)?.kind == .tokenExpired
        }
    }

    @Test("access token: a handmade valid one is accepted (control)")
    func handMade() async throws {
        let header = ["alg": "ES256", "typ": "JWT", "kid": AccessTokens.keyID(of: key.publicKey)]
        let token = try forge(header, claims(), signedBy: key)
        #expect(try await tokens().principal(of: token).scopes == [.account])
    }

    @Test(
        "GW-09: tokens with alg none or foreign keys are rejected",
        arguments: [
            ["alg": "none"], ["alg": "HS256"], ["alg": "ES384"], ["alg": "es256"], ["kid": "other"],
            ["kid": "../../etc/passwd"],
            ["crit": "exp"], [:],
        ])
    func foreignHeaders(changes: [String: String]) async throws {
        let header = ["alg": "ES256", "typ": "JWT", "kid": AccessTokens.keyID(of: key.publicKey)].merging(changes) {
            $1
        }
        let signer = changes.isEmpty ? P256.Signing.PrivateKey() : key
        let token = try forge(header, claims(), signedBy: signer)
        let unsigned = try forge(header, claims(), signedBy: nil)
        let tokens = try await tokens()
        for forged in [token, unsigned] {
            await #expect { try await tokens.principal(of: forged) } throws: {
                ($0 as? ProblemDetails)?.kind == .unauthenticated
            }
        }
    }

    @Test(
        "GW-09: access token: wrong issuer, audience or times are rejected",
        arguments: ["iss", "aud", "sub", "sid", "nbf", "iat", "exp"])
    func wrongClaims(name: String) async throws {
        let now = Self.start.timeIntervalSince1970
        let wrong: [String: Any] = [
            "iss": "https://other.example", "aud": "other", "sub": "me", "sid": "1", "nbf": now + 60,
            "iat": now - 7_200,
            "exp": now + 7_200,
        ]
        let header = ["alg": "ES256", "kid": AccessTokens.keyID(of: key.publicKey)]
        let token = try forge(header, claims([name: try #require(wrong[name])]), signedBy: key)
        let tokens = try await tokens()
        await #expect { try await tokens.principal(of: token) } throws: {
            ($0 as? ProblemDetails)?.kind == .unauthenticated
        }
    }

    @Test("access token: a retired key still verifies, an unknown one does not")
    func retiredKeys() async throws {
        let old = P256.Signing.PrivateKey()
        let token = try forge(["alg": "ES256", "kid": AccessTokens.keyID(of: old.publicKey)], claims(), signedBy: old)
        #expect(try await tokens(retired: [old.publicKey]).principal(of: token).revocationVersion == 1)
        let tokens = try await tokens()
        await #expect(throws: ProblemDetails.self) { try await tokens.principal(of: token) }
    }

    @Test(
        "GW-41: access token: garbage in the header is rejected, never a crash",
        arguments: [
            "", ".", "..", "...", "a.b.c", "e30.e30.", "🍎.🍎.🍎", String(repeating: "a", count: 10_000),
        ])
    func garbage(token: String) async throws {
        let tokens = try await tokens()
        await #expect { try await tokens.principal(of: token) } throws: {
            ($0 as? ProblemDetails)?.kind == .unauthenticated
        }
    }

    @Test("GW-09: passwords match only themselves, by Argon2id")
    func passwords() async throws {
        let hasher = try PasswordHasher(lanes: WorkLanes(label: "test", lanes: 2, capacity: 50))
        let hash = try await hasher.hash("correct horse battery")
        #expect(hash.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
        #expect(try await hasher.verify("correct horse battery", against: hash))
        #expect(try await !hasher.verify("correct horse batterz", against: hash))
        #expect(try await !hasher.verify("no account has this password", against: nil))
        let composed = try await hasher.hash("caf\u{e9} au lait")
        #expect(try await hasher.verify("cafe\u{301} au lait", against: composed))
    }

    @Test(
        "GW-10: a password check takes under a second for any address")
    func passwordTime() async throws {
        let hasher = try PasswordHasher(lanes: WorkLanes(label: "test", lanes: 2, capacity: 50))
        let hash = try await hasher.hash("correct horse battery")
        func time(_ hash: String?, until limit: Duration) async throws -> Duration {
            try await fastest(of: 20, until: limit) {
                let isRight = try await hasher.verify("wrong", against: hash)
                #expect(!isRight)
            }
        }
        #expect(try await time(hash, until: .seconds(1)) < .seconds(1))
        // Filling 19 MiB twice takes several milliseconds on any machine; a response without hashing takes
        // microseconds.
        #expect(try await time(nil, until: .seconds(1)) > .milliseconds(5))
    }

    @Test("password hashing: two at once; refused when the queue is full")
    func lanes() async throws {
        let lanes = WorkLanes(label: "test", lanes: 2, capacity: 3)
        let work = GatedWork()
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask { (try? await lanes.run { work.perform() }) != nil }
            }
            var results: [Bool] = []
            for await result in group {
                results.append(result)
                guard results.count == 3 else { continue }
                try? await eventually("two run") { work.maxAtOnce == 2 }
                work.open(for: 5)
            }
            return results
        }
        #expect(outcomes.filter { $0 }.count == 5 && outcomes.filter { !$0 }.count == 3)
        #expect(work.maxAtOnce == 2)
    }

    @Test("rate limit bucket: allows its size, refills, and reports the wait")
    func buckets() {
        let buckets = TokenBuckets<String>(perMinute: 3)
        let start = ContinuousClock.now
        #expect((0..<3).allSatisfy { _ in buckets.take("a", at: start) == nil })
        let wait = buckets.take("a", at: start)
        #expect(wait.map { (19.9...20.1).contains($0.timeInterval) } == true)
        #expect(buckets.take("b", at: start) == nil)
        #expect(buckets.take("a", at: start + .seconds(21)) == nil)
        #expect(buckets.take("a", at: start + .seconds(21)) != nil)
    }

    @Test("GW-12: failed sign-ins slow the account, up to a maximum")
    func backoff() {
        let backoff = SignInBackoff()
        let now = ContinuousClock.now
        for _ in 0...SignInBackoff.freeFailures { #expect(backoff.admit([1], at: now) == nil) }
        #expect(backoff.admit([1], at: now) == .seconds(1))
        #expect(backoff.admit([2], at: now) == nil)
        // The pause starts at the failed attempt.
        backoff.failed([1], at: now + .seconds(1))
        #expect(backoff.admit([1], at: now + .seconds(1)) == .seconds(1))
        var later = now + .seconds(2)
        for _ in 0..<20 where backoff.admit([1], at: later) == nil { later += SignInBackoff.maxPause }
        #expect(backoff.admit([1], at: later) == nil)
        #expect(backoff.admit([1], at: later) == SignInBackoff.maxPause)
        // One failure is forgotten per minute.
        later += SignInBackoff.forgetting * 6
        #expect(backoff.admit([1], at: later) == nil)
        #expect(backoff.admit([1], at: later) == .seconds(1))
        later += SignInBackoff.forgetting * 60
        for _ in 0...SignInBackoff.freeFailures { #expect(backoff.admit([1], at: later) == nil) }
        backoff.succeeded([1])
        #expect(backoff.admit([1], at: later) == nil)
    }

    @Test("refresh token: round-trips; only its hash is stored")
    func refreshTokens() throws {
        let token = SecretToken.random()
        #expect(SecretToken(token.text) == token)
        #expect(token.hash.count == 32 && !token.text.contains("="))
        #expect(SecretToken("short") == nil && SecretToken(token.text + "AA") == nil)
    }
}

/// Work that waits for its release, and records the concurrency.
private final class GatedWork: Sendable {
    private let gate = DispatchSemaphore(value: 0)
    private let counts = Mutex((running: 0, peak: 0))

    var maxAtOnce: Int { counts.withLock(\.peak) }

    func open(for count: Int) {
        for _ in 0..<count { gate.signal() }
    }

    func perform() {
        counts.withLock {
            $0.running += 1
            $0.peak = max($0.peak, $0.running)
        }
        gate.wait()
        counts.withLock { $0.running -= 1 }
    }
}
