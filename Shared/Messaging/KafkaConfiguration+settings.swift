import Kafka
import ServiceRuntime
extension KafkaConfiguration {
    init(_ settings: KafkaSettings, clientID: String) { self.init(brokers: settings.brokers, clientID: clientID) }
}
