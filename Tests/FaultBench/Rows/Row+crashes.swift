import Foundation
import Messaging
import Postgres
import TestPeers
import TestSupport

extension Row {
    /// Faults: services crash.
    static let crashes = [
        Row(
            1, "kill -9 of each service, at random times", fault: "kill -9",
            protection: .messaging("consumed,ownOffsets", "numbers and positions in the effect's transaction"),
            during: { bench in
                while !bench.isTimeUp {
                    for service in bench.stack.services.shuffled() where !bench.isTimeUp {
                        try await service.restart()
                        try await bench.pause(.milliseconds(.random(in: 0...1_000)))
                    }
                }
                try await bench.stack.waitUntilReady()
                try await bench.measureRecovery()
            }),
        Row(
            2, "kill -9 between commit and publish", fault: "FAILPOINT committed",
            protection: Protection(
                name: "the outbox: marked only once sent, a jump in the numbers is a gap",
                environment: ["PROTECTIONS_OFF": "jump"]),
            during: { try await die(at: .committed, $0) }),
        Row(
            3, "kill -9 between publish and mark", fault: "FAILPOINT published",
            protection: .messaging("consumed", "numbers taken in are known"),
            during: { try await die(at: .published, $0) }),
        Row(
            4, "kill -9 between effect and offset", fault: "FAILPOINT applied",
            protection: .messaging("consumed,ownOffsets", "numbers and positions in the effect's transaction"),
            during: { try await die(at: .applied, $0) }),
        Row(
            5, "a consumer hangs for longer than its session, another copy takes over, then it goes on",
            fault: "SIGSTOP, SIGCONT",
            protection: .messaging("consumed,ownOffsets", "numbers and positions in the effect's transaction"),
            during: { bench in
                let zombie = bench.stack.service("allergen"), other = try zombie.copy(named: "allergen-2")
                let hang = max(.seconds(12), min(.seconds(60), bench.duration * 2 / 3))
                defer { zombie.thaw() }
                try await withCopies([other]) {
                    repeat {
                        zombie.freeze()
                        try await bench.pause(hang)
                        zombie.thaw()
                        try await bench.pause(.seconds(4))
                    } while !bench.isTimeUp
                    try await bench.measureRecovery()
                }
            }),
        Row(
            6, "SIGTERM of all services, one after the other", fault: "SIGTERM",
            protection: .own("work in progress is finished (kill -9 instead)"),
            during: { bench in
                repeat {
                    for service in bench.stack.services {
                        if !bench.isProtected { try await service.kill() }
                        if try await service.terminate(within: .seconds(15)) != .exited(0) {
                            bench.report(Finding(.other, "\(service.name) did not end in order"))
                        }
                        try await service.start()
                        if service.name != "vision" { try await service.waitUntilReady() }
                    }
                } while !bench.isTimeUp
                bench.reportServerErrors("during restarts in order")
                try await bench.measureRecovery()
            }),
        Row(
            32, "one to three copies of each service, added and removed", fault: "copies start, and end by SIGTERM",
            protection: .messaging("consumed,ownOffsets", "numbers and positions in the effect's transaction"),
            during: { bench in
                let copies = try bench.busyServices.flatMap { service in
                    try (2...3).map { try service.copy(named: "\(service.name)-\($0)") }
                }
                try await withCopies(copies, areStarted: false) {
                    repeat {
                        for copy in copies.shuffled() where !bench.isTimeUp {
                            if copy.isRunning {
                                _ = try await copy.terminate(within: .seconds(20))
                            } else {
                                try await copy.start()
                            }
                            try await bench.pause(.seconds(2.5))
                        }
                    } while !bench.isTimeUp
                    for copy in copies where copy.isRunning { _ = try await copy.terminate(within: .seconds(20)) }
                }
                try await bench.measureRecovery()
            }),
    ]

    /// Runs second instances of the services during a body.
    static func withCopies(
        _ copies: [ServiceProcess], areStarted: Bool = true, _ body: () async throws -> Void
    ) async throws {
        for copy in copies where areStarted {
            try await copy.start()
            try await copy.waitUntilReady()
        }
        let result: Result<Void, any Error>
        do {
            result = .success(try await body())
        } catch {
            result = .failure(error)
        }
        for copy in copies where copy.isRunning { try await copy.kill() }
        try result.get()
    }

    /// Repeatedly crashes each service at a stage and restarts it.
    private static func die(at stage: ProcessingStage, _ bench: Bench) async throws {
        try await withThrowingTaskGroup(of: Int.self) { tasks in
            for service in bench.busyServices {
                tasks.addTask { try await die(service, at: stage, bench) }
            }
            var deaths = 0
            for try await count in tasks { deaths += count }
            bench.note("\(deaths) deaths")
            if deaths == 0 { bench.report(Finding(.other, "no service died")) }
        }
        try await bench.stack.waitUntilReady()
        try await bench.measureRecovery()
    }

    private static func die(_ service: ServiceProcess, at stage: ProcessingStage, _ bench: Bench) async throws -> Int {
        var deaths = 0
        repeat {
            try await service.kill()
            try await service.start(with: stage.failPoint(at: .random(in: 2...8)))
            // An instance whose load is too low to reach the crash point keeps running.
            guard let ending = try? await service.ending(within: .seconds(20)) else { break }
            if ending == .killed(by: SIGKILL) { deaths += 1 }
            if !bench.isProtected, stage == .committed {
                try await bench.stack.admin.execute(
                    """
                    UPDATE \(raw: service.name).outbox
                    SET sent_epoch = (SELECT epoch FROM \(raw: service.name).relay_state) WHERE sent_epoch = 0
                    """)
            }
        } while !bench.isTimeUp
        try await service.restart()
        return deaths
    }
}
