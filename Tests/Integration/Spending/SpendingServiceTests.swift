import EventContracts
import Foundation
import Messaging
import Postgres
import Purchases
import Quantities
import Sealing
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import SpendingService

@Suite("Spending service, fully composed")
struct SpendingServiceTests {
    @Test("SPD-01, SPD-05: commands produce events; rejections are reported")
    func ordersInPurchasesOut() async throws {
        try await ServiceBench.with(
            service: "spending", migrations: try SpendingMigrations.all(), neighbor: "ingestion"
        ) { bench in
            let service = try SpendingService.build(.init(settings: bench.settings), clock: bench.clock)
            let account = try await bench.account(), receipt = ReceiptID.random()
            let operations = (0..<3).map { _ in OperationID.random() }
            let record = try await bench.sealer.seal(
                try SpendingHandlers.typed([("MILK", 589)], total: 589), .receiptRecord(receipt, of: account))
            let edits = try await bench.sealer.seal(
                [ReceiptEdit(.total, number: 600)], .receiptEdits(receipt, of: account))
            try await bench.running(service) {
                try await bench.publish(
                    RecordReceipt(accountID: account, receiptID: receipt, version: 1, source: .typed, record: record),
                    of: account, subject: receipt, operation: operations[0])
                try await bench.publish(
                    ChangeReceipt(accountID: account, receiptID: receipt, version: 2, edits: edits), of: account,
                    subject: receipt, operation: operations[1])
                try await bench.publish(
                    DeleteReceipt(accountID: account, receiptID: .random(), version: 1), of: account,
                    operation: operations[2])
                try await eventually("the last command is rejected") {
                    try await bench.database.events(SpendingCommandRejected.self).count == 1
                }
                try await eventually("all events are sent") {
                    try await bench.database.count("SELECT count(*) FROM outbox WHERE sent_epoch = 0") == 0
                }
            }
            let published = try await bench.database.events(ReceiptChanged.self)
            #expect(published.map(\.attributes.operationID) == [operations[0], operations[1]])
            #expect(published.map(\.body.itemsMatchTotal) == [true, false])
            #expect(try await bench.database.events(PurchasedProductChanged.self).count == 1)
            let rejected = try await bench.database.events(SpendingCommandRejected.self)
            #expect(rejected.map(\.attributes.operationID) == [operations[2]])
            #expect(rejected.map(\.body.problem.status) == [404])
        }
    }
}
