import Foundation
import Kafka
import Postgres
import ServiceRuntime

/// Gauges that are computed when `/metrics` is read: lag per partition.
enum MessagingGauges {
    static func register(in registry: MetricsRegistry, database: MessagingDatabase, consumer: EventConsumer) {
        // Weak, since handlers hold the registry, and the consumer holds the handlers.
        registry.gauge("foodmagic_consumer_lag", help: "Records behind the end of the log, by partition.") {
            [weak consumer] in
            (consumer?.lag ?? [:]).map { place, lag in
                .init(Double(lag), labels: ["topic": place.topic, "partition": String(place.partition)])
            }
        }
        registry.gauge("foodmagic_database_connections", help: "Open database connections of this process.") {
            [.init(Double(database.pool.statistics.open))]
        }
    }
}
