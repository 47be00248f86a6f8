import EventContracts
import Messaging
import Postgres
import Testing
import TestSupport

@Suite("Cost of the relay", .timeLimit(.minutes(10)))
struct RelayPlanTests {
    @Test("a relay started on an empty outbox does not scan it for each event")
    func rowsAreFoundByIndex() async throws {
        try await Neighbours.with { neighbours in
            let accounts = (0..<12).map { _ in AccountID.random() }
            try await neighbours.running {
                for round in 1...100 {
                    try await neighbours.order(3, accounts: accounts)
                    try await eventually("their effects", within: .seconds(30)) {
                        try await neighbours.effects() == 3 * round
                    }
                }
            }
            // The relay's session has ended, and has released the rows it read.
            try await eventually("what was read is counted") { try await Self.scans(of: neighbours.owner).index > 100 }
            #expect(try await Self.scans(of: neighbours.owner).whole < 30)
        }
    }

    /// How often the outbox was read as a whole, and by an index.
    private static func scans(of owner: TestMessaging) async throws -> (whole: Int, index: Int) {
        let here = "FROM pg_stat_user_tables WHERE relname = 'outbox' AND schemaname = current_schema()"
        return (
            try await owner.count("SELECT seq_scan \(raw: here)"), try await owner.count("SELECT idx_scan \(raw: here)")
        )
    }
}
