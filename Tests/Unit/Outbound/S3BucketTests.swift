import Foundation
import Outbound
import TestPeers
import Testing

@Suite("S3 bucket", .timeLimit(.minutes(10)))
struct S3BucketTests {
    private let client = OutboundClient(label: "test")

    @Test("bucket: signed requests store, replace and remove objects")
    func roundTrip() async throws {
        try await S3Peer.with { peer in
            let bucket = S3Bucket(peer.settings(), client: client)
            try await bucket.check()
            let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8) }
            try await bucket.put(bytes, at: "a/b")
            #expect(peer.stored["a/b"] == bytes)
            #expect(try await bucket.contains("a/b"))
            #expect(try await !bucket.contains("a/c"))
            #expect(try await bucket.bytes(at: "a/b", largest: 1 << 20) == bytes)
            try await bucket.put([], at: "a/b")
            #expect(try await bucket.bytes(at: "a/b", largest: 10).isEmpty)
            try await bucket.remove("a/b")
            try await bucket.remove("a/b")
            await #expect(throws: S3Bucket.Failure.missing) { try await bucket.bytes(at: "a/b", largest: 10) }
            #expect(peer.stored.isEmpty)
        }
    }

    @Test("object store: wrong credentials are refused, server errors retried")
    func refusals() async throws {
        try await S3Peer.with { peer in
            let stranger = S3Bucket(peer.settings(secret: "another"), client: client)
            await #expect(throws: S3Bucket.Failure.forbidden) { try await stranger.put([1], at: "k") }
            await #expect(throws: S3Bucket.Failure.forbidden) { try await stranger.contains("k") }
            let elsewhere = S3Bucket(peer.settings(bucket: "elsewhere"), client: client)
            await #expect(throws: S3Bucket.Failure.missing) { try await elsewhere.check() }
            peer.fail(with: 503)
            let bucket = S3Bucket(peer.settings(), client: client)
            let failure = await #expect(throws: S3Bucket.Failure.self) { try await bucket.put([1], at: "k") }
            #expect(failure == .status(503) && failure?.isRetryable == true)
            peer.fail(with: nil)
            try await bucket.put([1, 2, 3], at: "k")
            await #expect(throws: S3Bucket.Failure.outbound(.tooLarge)) {
                try await bucket.bytes(at: "k", largest: 2)
            }
        }
    }

    @Test("bucket: many concurrent requests share a few connections")
    func many() async throws {
        try await S3Peer.with { peer in
            let bucket = S3Bucket(peer.settings(), client: client)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<60 { group.addTask { try await bucket.put([UInt8(index)], at: "k/\(index)") } }
                try await group.waitForAll()
            }
            #expect(peer.stored.count == 60)
        }
    }
}
