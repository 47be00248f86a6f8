import Logging
import Messaging
import ServiceLifecycle
import ServiceRuntime

/// Makes provider calls as soon as they are recorded, several at a time.
struct ProviderLanes: Service {
    /// Number of simultaneous calls: a hanging one does not block the others.
    private static let lanes = 4
    /// Polling interval of a lane of a busy service, for calls that are due later or were recorded by another instance.
    private static let pollInterval = Duration.milliseconds(500)

    let writer: ProviderCallRunner
    /// Signaled when a call was recorded.
    let wakeSignal: WakeSignal
    /// The activity of the service: while it is idle, the lanes poll rarely.
    let activity: Activity
    let logger: Logger

    func run() async throws {
        activity.wakes(wakeSignal)
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<Self.lanes { group.addTask { await work() } }
            }
        }
    }

    private func work() async {
        while !Task.isCancelled {
            do {
                while try await writer.makeNext() {
                    // Other calls may be due as well.
                    wakeSignal.signal()
                }
            } catch is CancellationError {
                return
            } catch {
                logger.warning("a call to the payment provider failed", metadata: ["error": .error(error)])
            }
            await wakeSignal.wait(atMost: activity.interval(Self.pollInterval))
        }
    }
}
