import NIOCore
import NIOEmbedded
import ServiceRuntime
import Testing

@Suite("Clients that stop reading (write timeout)")
struct StalledWritesTests {
    private static func stall(_ channel: EmbeddedChannel, _ isStalled: Bool) {
        channel.isWritable = !isStalled
        channel.pipeline.fireChannelWritabilityChanged()
    }

    @Test("write timeout: a stalled connection is closed, others are not")
    func closes() throws {
        let channel = EmbeddedChannel(handler: StalledWrites(limit: .seconds(30)))
        try channel.connect(to: .init(ipAddress: "127.0.0.1", port: 1)).wait()
        for _ in 0..<3 {
            Self.stall(channel, true)
            channel.embeddedEventLoop.advanceTime(by: .seconds(29))
            Self.stall(channel, false)
            channel.embeddedEventLoop.advanceTime(by: .seconds(60))
            #expect(channel.isActive)
        }
        Self.stall(channel, true)
        channel.embeddedEventLoop.advanceTime(by: .seconds(30))
        #expect(!channel.isActive)
    }
}
