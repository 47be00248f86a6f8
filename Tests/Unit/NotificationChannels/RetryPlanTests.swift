import Foundation
import NotificationChannels
import Testing

@Suite("Retry schedule of deliveries")
struct RetryPlanTests {
    private let start = Date(timeIntervalSince1970: 1_700_000_000)

    @Test("retries: eight attempts within a day, growing pauses and jitter", arguments: 0..<50)
    func eight(seed: Int) throws {
        var random = SystemRandomNumberGenerator(), now = start, pauses: [TimeInterval] = [], tries = 1
        while let next = RetryPlan.next(after: tries, firstTriedAt: start, now: now, using: &random) {
            pauses.append(next.timeIntervalSince(now))
            // Each attempt takes the maximum time.
            now = next + 20
            tries += 1
        }
        #expect(tries == RetryPlan.tries && zip(pauses, pauses.dropFirst()).allSatisfy(<))
        #expect(now <= start + RetryPlan.span + 20 && now > start + RetryPlan.span * 0.7)
    }

    @Test("retries: retries of many deliveries are spread out")
    func spread() {
        var random = SystemRandomNumberGenerator()
        let next = (0..<200).compactMap { _ in
            RetryPlan.next(after: 1, firstTriedAt: start, now: start, using: &random)
        }
        #expect(Set(next).count > 100)
    }

    @Test("retries: Retry-After is honored if it leaves time in the day")
    func asked() throws {
        var random = SystemRandomNumberGenerator()
        func next(_ asked: Duration) -> Date? {
            RetryPlan.next(after: 1, firstTriedAt: start, now: start, asked: asked, using: &random)
        }
        #expect(next(.seconds(3_600)) == start + 3_600)
        let soon = try #require(next(.seconds(1)))
        #expect(soon >= start + 24)
        #expect(next(.seconds(90_000)) == nil)
        #expect(RetryPlan.next(after: 8, firstTriedAt: start, now: start, using: &random) == nil)
    }
}
