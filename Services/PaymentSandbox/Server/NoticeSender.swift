import Foundation
import Logging
import Outbound
import ServiceLifecycle
import ServiceRuntime
import StripeWire

/// Sends the bank's signed notices, and repeats them until they are accepted or the attempts are used up, like a
/// provider.
struct NoticeSender: Service {
    /// Pauses before each repetition.
    private static let pauses: [Duration] = [.milliseconds(200), .seconds(1), .seconds(5), .seconds(15), .seconds(60)]
    /// Polling interval without a signal.
    private static let pollInterval = Duration.seconds(1)

    let books: SandboxBooks
    let url: String
    /// The secret that signs notices.
    let secret: String
    let clock: any WallClock
    let logger: Logger
    private let client = OutboundClient(label: "notices")

    init(books: SandboxBooks, url: String, secret: String, clock: any WallClock, logger: Logger) {
        self.books = books
        self.url = url
        self.secret = secret
        self.clock = clock
        self.logger = logger
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                while !Task.isCancelled {
                    for notice in books.takeNotices() { group.addTask { await send(notice) } }
                    await books.wakeSignal.wait(atMost: Self.pollInterval)
                }
            }
        }
    }

    private func send(_ notice: [UInt8]) async {
        for pause in [.zero] + Self.pauses {
            if pause > .zero { try? await Task.sleep(for: pause) }
            if Task.isCancelled { return }
            var request = OutboundRequest(.post, url)
            request.headers = [
                ("Content-Type", "application/json"),
                (StripeSignature.header, StripeSignature.sign(notice, secret: secret, at: clock.now())),
            ]
            request.body = notice
            if let answer = try? await client.send(request), (200..<300).contains(answer.status) { return }
        }
        logger.warning("a notification was not accepted; no further attempts")
    }
}
