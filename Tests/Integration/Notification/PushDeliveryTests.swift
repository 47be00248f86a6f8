import EventContracts
import Foundation
import Messaging
import Postgres
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import NotificationService

@Suite("Push deliveries to browsers", .timeLimit(.minutes(10)))
struct PushDeliveryTests {
    @Test("NOT-04: an alert arrives once, with its reason")
    func alert() async throws {
        try await PushScene.with { scene in
            try await scene.running {
                let scan = scan(of: scene.account, verdict: .contains, contains: [.milk])
                try await scene.deliver(scan)
                try await scene.deliver(scan)
                try await scene.until("it is sent") { try await scene.deliveries("sent") == 1 }
                let call = try #require(scene.peer.calls.first)
                #expect(scene.peer.calls.count == 1 && call.path == "/push/1" && call["Urgency"] == "high")
                let published = try scene.browser.open(call.body)
                #expect(published["title"] as? String == "Contient : lait" && published["urgent"] as? Bool == true)
                #expect((published["reason"] as? String)?.hasPrefix("Vous recevez ce message parce que") == true)
                let notice = ScanNoticeHandler.noticeID(of: scan.scanID)
                #expect(published["link"] as? String == "https://food.test/notifications/\(notice)")
                #expect(call["Topic"] == String(notice.description.suffix(32)))
                let proven = """
                    SELECT count(*) FROM notices
                    WHERE deliveries @> '[{"channel": "webPush", "state": "sent", "proof": "201"}]' AND version = 2
                    """
                #expect(try await scene.bench.database.count("\(raw: proven)") == 1)
                try await scene.bench.publish(
                    ChangeNotice(accountID: scene.account, noticeID: notice, read: true), of: scene.account)
                try await scene.until("it has arrived") { try await scene.deliveries("delivered") == 1 }
                let proof = "SELECT count(*) FROM deliveries WHERE proof = '201' AND settled_at IS NOT NULL"
                #expect(try await scene.bench.database.count("\(raw: proof)") == 1)
                let kept =
                    "SELECT count(*) FROM notices WHERE version = 3 AND read_at IS NOT NULL AND deliveries IS NOT NULL"
                #expect(try await scene.bench.database.count("\(raw: kept)") == 1)
            }
        }
    }

    @Test("push: no message without a finding or a subscribed browser")
    func inboxAlone() async throws {
        try await PushScene.with { scene in
            let other = try await scene.bench.account()
            try await scene.running {
                try await scene.deliver(scan(of: scene.account, verdict: .notDetected))
                let alert = scan(of: other, verdict: .contains, contains: [.milk])
                try await scene.bench.publish(alert, of: other, subject: alert.scanID)
                try await scene.until("both lie in the inbox, decided") {
                    let notices = try await scene.bench.database.count("SELECT count(*) FROM notices")
                    let decided = try await scene.decided()
                    return notices == 2 && decided == 1
                }
                #expect(try await scene.bench.database.count("SELECT count(*) FROM deliveries") == 0)
                #expect(try await scene.bench.database.count("SELECT count(*) FROM tellings") == 1)
            }
            #expect(scene.peer.calls.isEmpty)
        }
    }

    @Test("push: a busy service is retried with the same message until expiry")
    func retries() async throws {
        try await PushScene.with { scene in
            scene.peer.answer(503)
            try await scene.running {
                try await scene.deliver(scan(of: scene.account, verdict: .contains, contains: [.milk]))
                try await scene.until("it was tried") {
                    try await scene.bench.database.count(
                        "SELECT count(*) FROM deliveries WHERE tries = 1 AND reason = 'status 503'") == 1
                }
                scene.peer.answer(201)
                #expect(scene.peer.calls.count == 1)
                scene.bench.clock.advance(by: .seconds(31))
                try await scene.until("it is sent") { try await scene.deliveries("sent") == 1 }
                let calls = scene.peer.calls
                #expect(calls.count == 2)
                let ids = try calls.map { try scene.browser.open($0.body)["id"] as? String }
                #expect(ids[0] == ids[1] && ids[0] != nil)
            }
        }
    }

    @Test("push: an expired browser subscription is removed")
    func gone() async throws {
        try await PushScene.with { scene in
            scene.peer.answer(410)
            try await scene.running {
                try await scene.deliver(scan(of: scene.account, verdict: .contains, contains: [.milk]))
                try await scene.until("it has failed") { try await scene.deliveries("failed") == 1 }
                try await scene.until("the browser is forgotten") { try await scene.targets() == 0 }
            }
            #expect(scene.peer.calls.count == 1)
        }
    }
}
