import EventContracts
import Foundation
import Messaging
import Quantities
import Sealing
import TestPeers
import TestSupport
import Testing

@testable import NotificationService

@Suite("Lower-price notices in the inbox")
struct PriceNoticeTests {
    private static func found(kilometres: Int?) -> LowerPrice {
        func cad(_ cents: Int64) -> Money { Money(minorUnits: cents, currency: .cad) }
        return LowerPrice(
            product: "Milk 2 L", store: "Far Market #12", paid: cad(600), price: cad(400), saving: cad(150),
            kilometres: kilometres, contributors: 4)
    }

    @Test(
        "NOT-06, NOT-14: each language states product, shop and source",
        arguments: NoticeLanguage.allCases)
    func words(in language: NoticeLanguage) throws {
        let writer = PriceNoticeWriter(texts: try NoticeTexts.builtIn())
        let said = writer.text(of: Self.found(kilometres: 3), in: language)
        #expect(said.title.contains("Milk 2 L") && said.title.contains("Far Market #12"))
        for part in ["6.00 CAD", "4.00 CAD", "1.50 CAD", "3", "4"] { #expect(said.body.contains(part), "\(part)") }
        let near = writer.text(of: Self.found(kilometres: nil), in: language)
        #expect(!near.body.contains("1.50 CAD") && !near.body.contains("{") && !said.body.contains("{"))
    }

    @Test("NOT-06: price notice: one per found price, even if it is repeated")
    func oneNotice() async throws {
        try await HandlerBench.with(service: "notification", migrations: try NotificationMigrations.all()) { bench in
            let handler = PriceNoticeHandler(inboxWriter: try .over(bench))
            let account = try await bench.account(), product = PurchasedProductID.random()
            let sealed = try await bench.sealer.seal(
                Self.found(kilometres: 3), .lowerPrice(product, of: account))
            for seconds in [0.0, 0, 900_000] {
                try await bench.deliver(
                    LowerPriceFound(
                        accountID: account, productID: product, details: sealed,
                        foundAt: Date(timeIntervalSince1970: 1_768_442_400 + seconds)),
                    to: handler, account: account)
            }
            let created: [Event<NoticeCreated>] = try await bench.database.events()
            #expect(created.count == 2 && Set(created.map(\.body.notice.noticeID)).count == 2)
            #expect(created.allSatisfy { $0.body.notice.productID == product && $0.body.notice.kind == .lowerPrice })
        }
    }
}
