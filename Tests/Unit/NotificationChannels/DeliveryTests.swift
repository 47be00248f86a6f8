import Foundation
import NotificationChannels
import Testing

@Suite("Delivery states")
struct DeliveryTests {
    private let start = Date(timeIntervalSince1970: 1_700_000_000)

    /// A delivery after one claimed attempt.
    private func tried(_ outcome: DeliveryOutcome) -> Delivery {
        var random = SystemRandomNumberGenerator(), delivery = Delivery(from: start)
        _ = delivery.claim(at: start)
        delivery.settle(outcome, at: start + 1, using: &random)
        return delivery
    }

    @Test("delivery: is claimed and sent; counts as delivered once seen")
    func taken() {
        var delivery = tried(.accepted(proof: "201"))
        #expect(delivery.state == .sent && delivery.proof == "201" && delivery.tries == 1)
        let isClaimed = delivery.claim(at: start + 86_400)
        #expect(!isClaimed)
        delivery.see()
        #expect(delivery.state == .delivered && delivery.proof == "201")
    }

    @Test("delivery: a notice seen before is not sent, even on a late retry")
    func unneeded() {
        var random = SystemRandomNumberGenerator(), delivery = Delivery(from: start)
        let isEarly = delivery.claim(at: start - 1), isDue = delivery.claim(at: start)
        #expect(!isEarly && isDue)
        delivery.see()
        delivery.settle(.later(after: nil, "status 503"), at: start + 1, using: &random)
        let isClaimed = delivery.claim(at: start + 3_600)
        #expect(delivery.state == .unneeded && !isClaimed)
    }

    @Test(
        "a refused or gone target fails at once",
        arguments: [DeliveryOutcome.refused("status 413"), .unknownMailbox(reply: 550), .gone])
    func refused(outcome: DeliveryOutcome) {
        var delivery = tried(outcome)
        let isClaimed = delivery.claim(at: start + 3_600)
        #expect(delivery.state == .failed && delivery.reason != nil && !isClaimed)
        delivery.see()
        #expect(delivery.state == .failed)
    }

    @Test("delivery: eight failed attempts end it within a day")
    func exhausted() {
        var random = SystemRandomNumberGenerator(), delivery = Delivery(from: start), now = start, made = 0
        while delivery.state == .queued {
            now = max(now, delivery.nextTryAt)
            guard delivery.claim(at: now) else { break }
            made += 1
            delivery.settle(.later(after: nil, "status 50\(made)"), at: now + 20, using: &random)
        }
        #expect(made == 8 && delivery.state == .failed && delivery.reason == "status 508")
        #expect(now <= start + RetryPlan.span)
    }

    @Test("delivery: an unfinished attempt is retried after its lease")
    func takenOver() {
        var delivery = Delivery(from: start), now = start, made = 0
        let isFirst = delivery.claim(at: now), isSecond = delivery.claim(at: now + Delivery.lease - 1)
        #expect(isFirst && !isSecond)
        made = 1
        while made < 20 {
            now += Delivery.lease
            guard delivery.claim(at: now) else { break }
            made += 1
        }
        #expect(made == 8 && delivery.state == .failed && delivery.reason != nil)
    }

    @Test("delivery: waiting for a paused server does not count as an attempt")
    func leftAlone() {
        var random = SystemRandomNumberGenerator(), delivery = Delivery(from: start), now = start
        for _ in 0..<5_000 {
            now = delivery.nextTryAt
            guard delivery.claim(at: now) else { break }
            delivery.settle(.leftAlone(for: .seconds(30)), at: now, using: &random)
        }
        #expect(delivery.tries == 0 && delivery.nextTryAt == start + 5_000 * 30)
        let isClaimed = delivery.claim(at: delivery.nextTryAt)
        #expect(isClaimed)
        delivery.settle(.accepted(proof: "201"), at: now + 31, using: &random)
        #expect(delivery.state == .sent)
    }
}
