import EventContracts
import IngestionCore
import IngestionGovernance
import IngestionService
import Synchronization
import TestPeers
import Testing
import UnitSupport

@Suite("Downloads of exports (GW-22)", .timeLimit(.minutes(10))) struct ExportDownloadsTests {
    @Test("export downloads: stalled clients do not block others")
    func stalled() async throws {
        let downloads = ExportDownloads(grace: .milliseconds(20)), revoked = Mutex(0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<ExportDownloads.maxDownloads {
                let ticket = try #require(downloads.begin(for: .random()))
                ticket.onRevoke { revoked.withLock { $0 += 1 } }
                group.addTask {
                    try? await ticket.send(1) {
                        let (stream, source) = AsyncStream.makeStream(of: Void.self)
                        for await _ in stream {}
                        source.finish()
                    }
                }
            }
            let late = try await eventually("one stops for the next") { downloads.begin(for: .random()) }
            #expect(revoked.withLock(\.self) == 1)
            group.cancelAll()
            withExtendedLifetime(late) {}
        }
    }

    @Test("export downloads: reading clients continue; one per account")
    func reading() async throws {
        let downloads = ExportDownloads(grace: .zero), account = AccountID.random()
        var tickets = [try #require(downloads.begin(for: account))]
        #expect(downloads.begin(for: account) == nil)
        for _ in 1..<ExportDownloads.maxDownloads { tickets.append(try #require(downloads.begin(for: .random()))) }
        for ticket in tickets { try await ticket.send(100 << 20) {} }
        #expect(downloads.begin(for: .random()) == nil)
        tickets.removeLast()
        #expect(downloads.begin(for: .random()) != nil)
    }
}
