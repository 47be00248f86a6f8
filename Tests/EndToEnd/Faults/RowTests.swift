import FaultBench
import Foundation
import TestPeers
import TestSupport
import Testing

extension Faults {
    /// A few short rows of the fault table; `deploy/faults` runs all of them for longer.
    @Suite("Rows of the fault table")
    struct RowTests {
        private static let smoke = [9, 13, 16, 20, 21, 27, 28, 34, 42, 43, 44, 45]

        @Test("fault row: loses and duplicates nothing", arguments: smoke)
        func row(number: Int) async throws {
            let row = try #require(Row.all.first { $0.number == number })
            var run = RowRun()
            run.duration = .seconds(4)
            run.rate = 8
            run.leniency = 5
            run.settling = .seconds(240)
            let result = try await TestPostgresCluster.with { try await run.run(row, on: $0) }
            #expect(result.findings.isEmpty, "\(result.findings)")
            #expect(result.operations > 20)
        }

        @Test("negative control: without idempotency keys, repeats have effects")
        func unprotected() async throws {
            let row = try #require(Row.all.first { $0.number == 17 })
            var run = RowRun()
            run.duration = .seconds(4)
            run.rate = 8
            run.isProtected = false
            let result = try await TestPostgresCluster.with { try await run.run(row, on: $0) }
            #expect(result.findings.count(.doubled) > 0, "\(result.findings)")
        }

        @Test("BIL-08: negative control: charges that are not queried are doubled")
        func carelessPayments() async throws {
            let row = try #require(Row.all.first { $0.number == 27 })
            var run = RowRun()
            run.duration = .seconds(10)
            run.rate = 2
            run.isProtected = false
            // The loss of an answer between a charge and its record is random, so the row runs three times.
            var findings: [Finding] = []
            for _ in 0..<3 where findings.count(.doubled) == 0 {
                findings = try await TestPostgresCluster.with { try await run.run(row, on: $0) }.findings
            }
            #expect(findings.count(.doubled) > 0, "\(findings)")
        }

        @Test("mixed releases: an event with a renamed field becomes a dead letter")
        func brokenContract() async throws {
            let row = try #require(Row.all.first { $0.number == 35 })
            var run = RowRun()
            run.duration = .seconds(4)
            run.rate = 4
            run.isProtected = false
            // Both builds are the same programs: the contract is broken in the outbox of the newer gateways.
            run.other = OtherBuild(programs: URL(fileURLWithPath: SideProgram.path(of: "")))
            let result = try await TestPostgresCluster.with { try await run.run(row, on: $0) }
            #expect(result.findings.contains { $0.name.hasSuffix("dead letters") }, "\(result.findings)")
        }

        @Test("mixed releases: without a second build the row is skipped")
        func noOtherBuild() async throws {
            let row = try #require(Row.all.first { $0.number == 35 })
            #expect(!RowRun().has(whatIsNeededFor: row))
            let text = FaultTable.markdown([], notRun: [(35, OtherBuild.Missing().description)])
            #expect(text.contains("Row 35 was not run: no build of another release"))
            #expect(text.contains("0 operations in 0 rows"))
        }

        @Test("fault rows: stopping brokers requires a dev broker or a broker control")
        func brokers() throws {
            let stoppable = try #require(Row.all.first { $0.number == 7 })
            let clustered = try #require(Row.all.first { $0.number == 36 })
            var run = RowRun()
            #expect(run.has(whatIsNeededFor: stoppable) && !run.has(whatIsNeededFor: clustered))
            run.brokers = NamedBrokers(brokers: "a:1,b:1,c:1")
            #expect(!run.has(whatIsNeededFor: stoppable) && !run.has(whatIsNeededFor: clustered))
            run.brokers = NamedBrokers(brokers: "a:1", control: "/bin/true")
            #expect(run.has(whatIsNeededFor: stoppable) && !run.has(whatIsNeededFor: clustered))
            run.brokers = NamedBrokers(brokers: "a:1,b:1,c:1", control: "/bin/true")
            #expect(run.has(whatIsNeededFor: stoppable) && run.has(whatIsNeededFor: clustered))
        }

        @Test("broker control: a command ends although its broker keeps running")
        func control() async throws {
            let start = try await SideProgram(["/bin/sh", "-c", "sleep 60 & exit 3"])
            #expect(try await start.status(within: .seconds(50)) == 3)
        }

        @Test("fault table: row numbers are unique")
        func numbers() {
            #expect(Set(Row.all.map(\.number)).count == Row.all.count)
        }
    }
}
