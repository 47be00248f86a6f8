import EventContracts
import Foundation
import NotificationRules

/// The next delivery step of a notice, given the previous ones.
package struct DeliveryStep: Sendable, Equatable {
    /// A message that was queued for one of the person's targets.
    package struct EarlierDelivery: Sendable, Equatable {
        package let channel: NotificationChannel
        /// The time when the receiver accepted the message, when the message failed permanently or, if it is pending,
        /// when it was queued.
        package let at: Date
        package let hasFailed: Bool

        package init(_ channel: NotificationChannel, at: Date, hasFailed: Bool) {
            self.channel = channel
            self.at = at
            self.hasFailed = hasFailed
        }
    }

    /// The deliveries to queue now.
    package let deliveries: [DeliveryPlan.PlannedDelivery]
    /// The time of the next decision; nil if no step is left.
    package let nextAt: Date?

    /// Decides the next step.
    ///
    /// - Parameters:
    ///   - kind: The kind of notice.
    ///   - preferences: The notification preferences.
    ///   - reachable: The channels for which the person has a target.
    ///   - earlier: The deliveries queued so far.
    ///   - now: The time.
    ///   - clock: The person's local time.
    /// - Returns: The deliveries to queue, and when to check again.
    package static func decide(
        _ kind: NotificationKind, _ preferences: DeliveryPreferences, reachable: Set<NotificationChannel>,
        earlier: [EarlierDelivery],
        at now: Date, by clock: LocalClock
    ) -> DeliveryStep {
        func escalation(_ earlier: [EarlierDelivery]) -> DeliveryPlan.PlannedDelivery? {
            let byChannel = Dictionary(grouping: earlier, by: \.channel).map { channel, messages in
                // A channel has failed if all of its messages have failed.
                let alive = messages.filter { !$0.hasFailed }
                let at = (alive.isEmpty ? messages : alive).map(\.at).max() ?? now
                return (channel: channel, at: at, hasFailed: alive.isEmpty)
            }
            return DeliveryPlan.escalation(of: kind, preferences, reachable: reachable, earlier: byChannel)
        }
        guard earlier.isEmpty else {
            guard let next = escalation(earlier) else { return DeliveryStep(deliveries: [], nextAt: nil) }
            guard next.at <= now else { return DeliveryStep(deliveries: [], nextAt: next.at) }
            let due = DeliveryPlan.PlannedDelivery(next.channel, at: now)
            return DeliveryStep(
                deliveries: [due],
                nextAt: escalation(earlier + [EarlierDelivery(next.channel, at: now, hasFailed: false)])?.at)
        }
        let first = DeliveryPlan.deliveries(of: kind, preferences, reachable: reachable, at: now, by: clock)
        let queued = first.map { EarlierDelivery($0.channel, at: $0.at, hasFailed: false) }
        return DeliveryStep(deliveries: first, nextAt: queued.isEmpty ? nil : escalation(queued)?.at)
    }
}
