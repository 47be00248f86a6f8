import EventContracts
import Foundation
import NotificationRules
import Testing

@testable import NotificationService

@Suite("Delivery steps of a notice")
struct DeliveryStepTests {
    private let now = Date(timeIntervalSince1970: 1_768_478_400)
    private let clock = LocalClock(.gmt)

    private func decide(
        _ kind: NotificationKind, _ reachable: Set<NotificationChannel>, earlier: [DeliveryStep.EarlierDelivery] = []
    ) -> DeliveryStep {
        DeliveryStep.decide(kind, DeliveryPreferences(), reachable: reachable, earlier: earlier, at: now, by: clock)
    }

    @Test("NOT-04: alert: uses the first channel at once, schedules the next")
    func alert() {
        let alone = decide(.allergenAlert, [.webPush])
        #expect(alone.deliveries == [.init(.webPush, at: now)] && alone.nextAt == nil)
        let two = decide(.allergenAlert, [.email, .webPush])
        #expect(two.deliveries == [.init(.webPush, at: now)])
        #expect(two.nextAt == now + DeliveryPlan.timeout)
    }

    @Test("NOT-04: an unseen alert changes channel, after a failure at once")
    func escalation() {
        let sent = DeliveryStep.EarlierDelivery(.webPush, at: now - 60, hasFailed: false)
        let early = decide(.allergenAlert, [.email, .webPush], earlier: [sent])
        #expect(early.deliveries.isEmpty && early.nextAt == now - 60 + DeliveryPlan.timeout)
        let late = decide(
            .allergenAlert, [.email, .webPush], earlier: [.init(.webPush, at: now - 301, hasFailed: false)])
        #expect(late.deliveries == [.init(.email, at: now)] && late.nextAt == nil)
        let failed = decide(
            .allergenAlert, [.email, .webPush], earlier: [.init(.webPush, at: now - 1, hasFailed: true)])
        #expect(failed.deliveries == [.init(.email, at: now)])
        // One of two browsers accepted it, so the channel has not failed.
        let half = decide(
            .allergenAlert, [.email, .webPush], earlier: [.init(.webPush, at: now - 1, hasFailed: true), sent])
        #expect(half.deliveries.isEmpty && half.nextAt == now - 60 + DeliveryPlan.timeout)
    }

    @Test("deliveries: deferrable notices use every channel; results use none")
    func others() {
        let ready = decide(.reportReady, [.email, .webPush, .chat])
        #expect(Set(ready.deliveries.map(\.channel)) == [.email, .webPush] && ready.nextAt == nil)
        #expect(
            decide(.reportReady, [.email], earlier: [.init(.email, at: now, hasFailed: true)]).deliveries.isEmpty)
        #expect(decide(.scanAssessed, [.webPush]) == DeliveryStep(deliveries: [], nextAt: nil))
    }
}
