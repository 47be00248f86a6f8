import Logging
import ServiceLifecycle
import ServiceRuntime

/// Makes calls to the provider, a few at a time, as soon as they are written down.
struct ProviderLanes: Service {
    /// Calls at a time: one that hangs holds up no others.
    private static let lanes = 4
    /// How often a lane looks by itself: for calls that are due later, or were written down by another copy.
    private static let look = Duration.milliseconds(500)

    let writer: ProviderCallRunner
    /// Rung when a call was written down.
    let wakeSignal: WakeSignal
    let logger: Logger

    func run() async throws {
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
                    // Others may be due as well.
                    wakeSignal.signal()
                }
            } catch is CancellationError {
                return
            } catch {
                logger.warning("a call to the payment provider failed", metadata: ["error": .error(error)])
            }
            await wakeSignal.wait(atMost: Self.look)
        }
    }
}
