import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import NotificationService

@Suite("Notification service, fully composed")
struct NotificationServiceTests {
    @Test("NOT-04, NOT-14: a repeated scan is in the inbox once")
    func scansInNoticesOut() async throws {
        try await ServiceBench.with(
            service: "notification", migrations: try NotificationMigrations.all(), neighbor: "allergen"
        ) { bench in
            let service = try NotificationService.build(.init(settings: bench.settings), clock: bench.clock)
            let account = try await bench.account(), id = ScanID.random()
            try await bench.running(service) {
                let registered = AccountRegistered(
                    accountID: account, locale: "fr-CA", timeZone: "America/Toronto", acceptedTerms: "1",
                    registeredAt: bench.clock.now())
                try await bench.publish(registered, of: account)
                try await eventually("the account is known") {
                    try await bench.database.count("SELECT count(*) FROM accounts") == 1
                }
                let first = scan(of: account, id, verdict: .contains, contains: [.milk])
                try await bench.publish(first, of: account, subject: id)
                try await bench.publish(first, of: account, subject: id)
                try await bench.publish(
                    scan(of: account, id, version: 2, verdict: .notDetected), of: account, subject: id)
                try await eventually("the change is published") {
                    try await bench.database.events(NoticeChanged.self).count == 1
                }
                try await eventually("all events are sent") {
                    try await bench.database.count("SELECT count(*) FROM outbox WHERE sent_epoch = 0") == 0
                }
            }
            let created = try await bench.database.events(NoticeCreated.self)
            let notice = try #require(created.first?.body.notice)
            #expect(created.count == 1)
            let text = try await bench.sealer.open(notice.text, .noticeText(notice.noticeID, of: account))
            #expect(text.title == "Contient : lait")
        }
    }
}
