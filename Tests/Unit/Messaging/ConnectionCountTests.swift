import Testing

@testable import Kafka

@Suite("Connection count")
struct ConnectionCountTests {
    @Test("connection count: a reconnection counts once the broker is up")
    func restored() {
        var count = ConnectionCount()
        count.note(["a": KafkaStatistics.Broker(state: "UP", connects: 1)])
        #expect(count.generation == 0)
        count.note(["a": KafkaStatistics.Broker(state: "CONNECT", connects: 2)])
        #expect(count.generation == 0)
        count.note(["a": KafkaStatistics.Broker(state: "UP", connects: 3)])
        count.note(["a": KafkaStatistics.Broker(state: "UP", connects: 3)])
        #expect(count.generation == 1)
    }

    @Test("connection count: a reconnection before the first report counts")
    func lostBeforeTheFirstReport() {
        var count = ConnectionCount()
        count.note(["a": KafkaStatistics.Broker(state: "UP", connects: 2)])
        #expect(count.generation == 1)
    }
}
