import EventContracts
import Foundation
import IngestionCore
import IngestionService
import Postgres
import TestPeers
import TestSupport
import VisionService

extension Row {
    /// Conditions during the rollout of a release.
    static let releases = [
        Row(
            35, "two releases at once",
            fault: """
                every service runs in two copies, of another build and of this one; the migrations of this one under \
                load, then copy by copy forward, back, and forward again
                """,
            protection: .own("within a version no field is renamed (the newer copies rename one)"),
            sells: true, mixesReleases: true,
            during: { bench in
                guard let bank = bench.bank, let other = bench.other else { throw OtherBuild.Missing() }
                bank.behave()
                try await ReleaseRoll(bench: bench, bank: bank, other: other).run()
            })
    ]
}

/// Rolls all services, two instances of each, from one release to another and back under load.
private struct ReleaseRoll {
    /// Number of people who use every feature after each step; half of them use each gateway.
    private static let people = 4

    let bench: Bench
    let bank: FaultyBank
    let other: OtherBuild
    /// Services in the order of the runbook, the gateway last.
    private let services: [ServiceProcess]
    private let copies: [ServiceProcess]
    private let skipped = SkippedEvents()

    init(bench: Bench, bank: FaultyBank, other: OtherBuild) throws {
        self.bench = bench
        self.bank = bank
        self.other = other
        let all = bench.stack.services
        services = all.filter { $0.name != IngestionService.name } + all.filter { $0.name == IngestionService.name }
        copies = try services.map { try $0.copy(named: "\($0.name)-2") }
    }

    func run() async throws {
        bench.note(other.remark)
        try await Row.withCopies(copies, areStarted: false) {
            for copy in copies { try await start(copy, isNewer: false) }
            leadToGateways()
            try await live("the older release")
            try await migrate()
            try await live("the older release on the newer schemas")
            if bench.isProtected {
                try await roll(isNewer: true, "forward")
                try await roll(isNewer: false, "back")
                try await roll(isNewer: true, "forward again")
            } else {
                // The release that breaks the contract is simulated by a trigger on the events of the gateways: no
                // reader knows the new name, so every event of the load becomes a dead letter.
                for process in copies + services where process.name.hasPrefix(IngestionService.name) {
                    try await replace(process, isNewer: true)
                }
                try await renameField()
                try await Task.sleep(for: bench.duration)
            }
            for copy in copies {
                await skipped.take(from: copy)
                try await end(copy)
            }
            leadToGateways()
            if skipped.count > 0 { try await tellAgain() }
            try await bench.measureRecovery()
        }
        bench.note("\(skipped.count) events of unknown types skipped by their reader")
        bench.reportServerErrors("while releases are mixed")
    }

    /// Breaks the contract of the newer release: a required field of each event of the gateway is renamed.
    private func renameField() async throws {
        try await bench.stack.admin.execute(
            """
            CREATE FUNCTION ingestion.rename_field() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                NEW.body := convert_to(
                    replace(convert_from(NEW.body, 'UTF8'), '"accountID":', '"accountIDOfTheNextRelease":'), 'UTF8');
                RETURN NEW;
            END
            $$
            """)
        try await bench.stack.admin.execute(
            """
            CREATE TRIGGER rename_field BEFORE INSERT ON ingestion.outbox
            FOR EACH ROW EXECUTE FUNCTION ingestion.rename_field()
            """)
    }

    /// Runs the newer migrations while the older programs run.
    private func migrate() async throws {
        let before = bench.history.entries.count, begin = ContinuousClock.now
        try await bench.stack.migrateAgain()
        let took = (ContinuousClock.now - begin) / .seconds(1)
        let during = bench.history.entries.count - before
        bench.note(
            String(format: "migrated in %.1f s, with \(during) requests meanwhile", took))
    }

    /// Events skipped by the older release are republished for the newer one, as the runbook says.
    private func tellAgain() async throws {
        try await bench.control(["migrate"])
        try await bench.control(["republish", "--snapshots"] + Topic.services.flatMap { ["--service", $0] })
    }

    /// Replaces one instance of each service after the other, then the second instances; the gateway last, or first on
    /// the way back.
    private func roll(isNewer: Bool, _ way: String) async throws {
        for half in [copies, services] {
            for process in isNewer ? half : half.reversed() { try await replace(process, isNewer: isNewer) }
            try await live("\(way), as far as \(half.last?.name ?? "nothing")")
        }
    }

    private func replace(_ process: ServiceProcess, isNewer: Bool) async throws {
        await skipped.take(from: process)
        leadToGateways(without: process)
        try await end(process)
        try await start(process, isNewer: isNewer)
        leadToGateways()
    }

    private func end(_ process: ServiceProcess) async throws {
        leadToGateways(without: process)
        if try await process.terminate(within: .seconds(20)) != .exited(0) {
            bench.report(Finding(.other, "\(process.name) did not end in order"))
        }
    }

    private func start(_ process: ServiceProcess, isNewer: Bool) async throws {
        try await process.start(from: isNewer ? nil : other.programs)
        // `vision` is not ready without models, which may be missing here.
        if !process.name.hasPrefix(VisionService.name) { try await process.waitUntilReady(within: .seconds(60)) }
    }

    /// Directs clients to the running gateways in turn.
    private func leadToGateways(without leaving: ServiceProcess? = nil) {
        let gateways = (services + copies).filter { process in
            process.name.hasPrefix(IngestionService.name) && process.isRunning && process !== leaving
        }
        let ports = gateways.compactMap(\.httpPort)
        if !ports.isEmpty { bench.front.lead(to: ports) }
    }

    /// Lets some people use every feature once.
    private func live(_ place: String) async throws {
        let ports = (services + copies).filter { $0.name.hasPrefix(IngestionService.name) && $0.isRunning }
            .compactMap(\.httpPort)
        guard let first = ports.first else { return bench.report(Finding(.other, "no gateway")) }
        bank.use(gatewayPort: first)
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<Self.people {
                    group.addTask {
                        let gateway = PublicGateway(TestHTTPClient(port: ports[index % ports.count]))
                        try await Everyday(person: try await gateway.register(), bank: bank).live()
                    }
                }
                try await group.waitForAll()
            }
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            bench.report(Finding(.other, "\(place): \(error)"))
        }
    }
}
