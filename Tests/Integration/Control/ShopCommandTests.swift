import EventContracts
import Foundation
import Postgres
import Purchases
import Quantities
import SpendingService
import Testing

@testable import ControlService

@Suite("Import of shops", .timeLimit(.minutes(10)))
struct ShopCommandTests {
    private static let file = """
        name,brand,ref,@lat,@lon,addr:housenumber,addr:street,addr:city,addr:province,addr:postcode
        Northwind\u{0} Market,,17,45.3912,-75.6876,1480,Alder Street,Ottawa,ON,K1S 2B7
        Corner,Harbourside Grocers,,44.65,-63.57,9,Quay Road,Halifax,NS,B3J 3K9
        Nameless place,,,45.1,-75.1,,,,,
        ,,3,45.1,-75.1,,,,,
        Odd,,4,95,-75.1,,,,,
        """

    @Test(
        "C23: receipts match registered shops by number or address"
    )
    func imports() async throws {
        try await MigratedDatabase.with { migrated in
            let orders = ShopTable(database: migrated.database), now = Date(timeIntervalSince1970: 1_790_000_000)
            func take(isDryRun: Bool = false) async throws -> ShopTable.Outcome {
                try await orders.take(Self.file, from: "OpenStreetMap", isDryRun: isDryRun, at: now)
            }
            #expect(try await take(isDryRun: true) == .init(shops: 2, changed: 0, refused: [4, 5, 6]))
            #expect(try await migrated.count("SELECT count(*) FROM spending.registered_stores") == 0)
            let first = try await take()
            #expect(first.shops == 2 && first.changed > 4 && first.refused == [4, 5, 6])
            #expect(try await take().changed == 0)
            var record = ReceiptRecord()
            record.merchant = ReceiptField("NORTHWIND MARKET", .read)
            for store in [ReceiptStore(number: "17"), ReceiptStore(address: "1480 Alder Street, Ottawa ON K1S 2B7")] {
                record.store = store
                let id = try #require(record.storeID).uuid
                let found = try await migrated.count(
                    """
                    SELECT count(*) FROM spending.registered_stores
                    WHERE store_id = '\(raw: id.uuidString)' AND latitude = 4539 AND longitude = -7569
                    """)
                #expect(found == 1)
            }
            #expect(
                try await migrated.count(
                    "SELECT count(*) FROM control.audit_log WHERE action = 'import-stores'") == 2)
            await #expect(throws: ControlFailure.self) {
                try await orders.take("name\nx", from: "x", isDryRun: true, at: now)
            }
        }
    }
}
