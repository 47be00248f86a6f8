import ServiceRuntime
import Synchronization
import Testing

@Suite struct WatchdogTests {
    private final class ManualTime: Sendable {
        private let instant = Mutex(ContinuousClock.now)
        func now() -> ContinuousClock.Instant { instant.withLock { $0 } }
        func advance(_ seconds: Int) { instant.withLock { $0 += .seconds(seconds) } }
    }

    @Test func aLoopIsOverdueAfterItsAllowanceAndFineAfterABeat() {
        let time = ManualTime()
        let watchdog = Watchdog(now: time.now)
        let heartbeat = watchdog.heartbeat("poll", every: .seconds(5))
        time.advance(5)
        #expect(watchdog.overdue.isEmpty)
        time.advance(1)
        #expect(watchdog.overdue == ["poll"])
        heartbeat.beat()
        #expect(watchdog.overdue.isEmpty)
    }

    @Test func aStoppedLoopIsNotExpected() {
        let time = ManualTime()
        let watchdog = Watchdog(now: time.now)
        let heartbeat = watchdog.heartbeat("poll", every: .seconds(5))
        heartbeat.stop()
        heartbeat.beat()
        time.advance(60)
        #expect(watchdog.overdue.isEmpty)
    }

    @Test func workIsOverdueOnlyWhileItRunsPastItsDeadline() async {
        let time = ManualTime()
        let watchdog = Watchdog(now: time.now)
        await watchdog.watch("handler", deadline: .seconds(30)) {
            time.advance(31)
            #expect(watchdog.overdue == ["handler"])
        }
        #expect(watchdog.overdue.isEmpty)
    }

    @Test func workThatThrowsIsForgotten() async {
        struct Failure: Error {}
        let time = ManualTime()
        let watchdog = Watchdog(now: time.now)
        await #expect(throws: Failure.self) {
            try await watchdog.watch("handler", deadline: .seconds(30)) { throw Failure() }
        }
        time.advance(31)
        #expect(watchdog.overdue.isEmpty)
    }
}
