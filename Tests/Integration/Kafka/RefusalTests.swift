import CLibrdkafka
import Synchronization
import TestSupport
import Testing

@testable import Kafka

@Suite("Refused Kafka clients") struct RefusalTests {
    @Test("refused client: the refusal is forgotten once a broker answers")
    func forgotten() async throws {
        let kafka = try TestKafka.shared()
        let context = ClientContext(logger: quiet)
        let handle = try KafkaHandle(RD_KAFKA_PRODUCER, kafka.configuration.administration, context: context)
        context.refusal.withLock { $0 = "wrong password" }
        #expect(handle.refusal() == "wrong password")
        _ = try await handle.cluster(timeout: .seconds(60))
        #expect(handle.refusal() == nil)
    }
}
