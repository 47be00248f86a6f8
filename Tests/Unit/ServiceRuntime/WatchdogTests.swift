import ServiceRuntime
import Testing
import UnitSupport

@Suite struct WatchdogTests {
    @Test func aLoopIsOverdueAfterItsAllowanceAndFineAfterABeat() {
        let time = ManualTime()
        let watchdog = Watchdog(now: time.now)
        let heartbeat = watchdog.heartbeat("poll", every: .seconds(5))
        time.advance(by: .seconds(5))
        #expect(watchdog.overdue.isEmpty)
        time.advance(by: .seconds(1))
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
        time.advance(by: .seconds(60))
        #expect(watchdog.overdue.isEmpty)
    }

    @Test func workIsOverdueOnlyWhileItRunsPastItsDeadline() async {
        let time = ManualTime()
        let watchdog = Watchdog(now: time.now)
        await watchdog.watch("handler", deadline: .seconds(30)) {
            time.advance(by: .seconds(31))
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
        time.advance(by: .seconds(31))
        #expect(watchdog.overdue.isEmpty)
    }
}
