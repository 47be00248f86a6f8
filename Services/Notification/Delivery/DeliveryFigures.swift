import EventContracts
import NotificationChannels
import NotificationRules
import ServiceRuntime

/// Counts the outcomes of attempts, by channel.
package struct DeliveryFigures: Sendable {
    private let registry: MetricsRegistry

    package init(_ registry: MetricsRegistry) { self.registry = registry }

    /// Reports the number of open breakers without the servers' names, because people entered these.
    func count(leftAlone breakers: ChannelBreakers) {
        registry.gauge(
            "foodmagic_notification_servers_left_alone",
            help: "Servers paused after several failures in a row, by kind."
        ) {
            let open = breakers.openByKind
            return [
                MetricsRegistry.Sample(Double(open.mail), labels: ["kind": "mail"]),
                MetricsRegistry.Sample(Double(open.named), labels: ["kind": "named"]),
            ]
        }
    }

    func count(_ channel: NotificationChannel, _ outcome: DeliveryOutcome) {
        let word =
            switch outcome {
            case .accepted: "accepted"
            case .gone: "gone"
            case .refused: "refused"
            case .unknownMailbox: "unknown-mailbox"
            case .later: "later"
            case .leftAlone: "left-alone"
            }
        registry.counter(
            "foodmagic_notification_tries_total", help: "Delivery attempts outside the inbox, by outcome.",
            labels: ["channel": channel.rawValue, "outcome": word]
        ).increment()
    }
}
