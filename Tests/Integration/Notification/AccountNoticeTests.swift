import EventContracts
import Foundation
import Messaging
import Sealing
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import NotificationService

@Suite("Account notices in the inbox")
struct AccountNoticeTests {
    private static func grant(
        _ scene: InboxScene, _ id: GrantID, _ version: Int64, _ state: GrantState
    ) async throws -> GrantChanged {
        let now = scene.bench.clock.now()
        return GrantChanged(
            accountID: scene.account, grantID: id, version: version, state: state, scopes: ["diary", "reports"],
            words: try await scene.bench.sealer.seal(GrantWords(name: "Dr Roy"), .grantWords(id, of: scene.account)),
            expiresAt: now + 30 * 86_400, changedAt: now)
    }

    @Test("GW-48: grant: a notice announces when access starts and ends")
    func grants() async throws {
        try await InboxScene.with { scene in
            let id = GrantID.random(), handler = GrantNoticeHandler(inboxWriter: scene.inboxWriter)
            try await scene.deliver(Self.grant(scene, id, 1, .offered), to: handler)
            #expect(try await scene.published().isEmpty, "the person knows that they offered it")
            let active = try await Self.grant(scene, id, 2, .active)
            for _ in 0..<2 { try await scene.deliver(active, to: handler) }
            try await scene.deliver(Self.grant(scene, id, 3, .withdrawn), to: handler)
            try await scene.deliver(active, to: handler)
            let published = try await scene.published()
            #expect(
                published.map(\.text.title) == [
                    "Dr Roy can now see your records", "Dr Roy can no longer see your records",
                ])
            #expect(
                published[0].text.body == """
                    Dr Roy can see these of your records until 14 February 2026: meals, days and goals and reports. \
                    You can withdraw access at any time.
                    """)
            #expect(published.allSatisfy { $0.notice.grantID == id && NotificationKind($0.notice) == .account })
            #expect(Set(published.map(\.notice.noticeID)).count == 1 && published[1].notice.version == 2)
            let stored = try await scene.bench.database.write(.request(correlationID: UUID())) {
                try await NoticeRepository.page(after: nil, limit: 10, in: $0)
            }
            #expect(stored.map(\.grantID) == [id])
        }
    }

    @Test("GW-48: grant: a declined offer has a notice, an expired one none")
    func offers() async throws {
        try await InboxScene.with { scene in
            let handler = GrantNoticeHandler(inboxWriter: scene.inboxWriter), one = GrantID.random(),
                other = GrantID.random()
            try await scene.deliver(Self.grant(scene, one, 1, .offered), to: handler)
            try await scene.deliver(Self.grant(scene, one, 2, .withdrawn), to: handler)
            try await scene.deliver(Self.grant(scene, other, 2, .declined), to: handler)
            #expect(try await scene.published().map(\.text.title) == ["Dr Roy does not have access to your records"])
        }
    }

    @Test("GW-48, NUT-28: a comment is announced once, by name, without its text")
    func comments() async throws {
        try await InboxScene.with { scene in
            let handler = GrantCommentNoticeHandler(inboxWriter: scene.inboxWriter), id = GrantID.random()
            var comment = GrantCommented(
                accountID: scene.account, grantID: id, commentID: .random(),
                words: try await scene.bench.sealer.seal(
                    GrantWords(name: "Dr Roy"), .grantWords(id, of: scene.account)),
                writtenAt: scene.bench.clock.now())
            for _ in 0..<2 { try await scene.deliver(comment, to: handler) }
            comment.commentID = .random()
            comment.words = nil
            try await scene.deliver(comment, to: handler)
            let published = try await scene.published(.grantChanged)
            #expect(
                published.map(\.text.title) == [
                    "Dr Roy wrote to you about shared records", "Someone wrote to you about shared records",
                ])
            #expect(published.allSatisfy { $0.notice.grantID == id && NotificationKind($0.notice) == .account })
            #expect(published[0].text.body == "You can read the comment in the app and answer it there.")
        }
    }

    @Test("GW-22: a finished export is announced once with its expiry")
    func exports() async throws {
        try await InboxScene.with(locale: "fr-CA") { scene in
            let now = scene.bench.clock.now()
            let ready = ExportReady(
                accountID: scene.account, exportID: .random(), readyAt: now, expiresAt: now + 7 * 86_400)
            for _ in 0..<2 { try await scene.deliver(ready, to: ExportNoticeHandler(inboxWriter: scene.inboxWriter)) }
            let published = try await scene.published()
            #expect(
                published.map(\.text.title) == ["Vos données sont prêtes"]
                    && published[0].notice.exportID == ready.exportID)
            #expect(published[0].text.body.contains("22 janvier 2026"))
        }
    }

    @Test("NOT-15: photo delay: its start and its end are announced once each")
    func delays() async throws {
        try await InboxScene.with { scene in
            var delay = PhotosDelayed(accountID: scene.account, beganAt: scene.bench.clock.now())
            let handler = PhotoDelayNoticeHandler(inboxWriter: scene.inboxWriter)
            for _ in 0..<2 { try await scene.deliver(delay, to: handler) }
            delay.endedAt = scene.bench.clock.now() + 900
            for _ in 0..<2 { try await scene.deliver(delay, to: handler) }
            let published = try await scene.published(.serviceDegraded)
            #expect(
                Set(published.map(\.text.title)) == [
                    "Your photos are taking longer than usual", "Photo analysis is back to normal",
                ])
            #expect(published.count == 2)
        }
    }

    @Test("NUT-33: a reviewed submission is announced, with the reason if refused")
    func submissions() async throws {
        try await InboxScene.with { scene in
            let food = OwnFoodID.random(), now = scene.bench.clock.now()
            let words = try await scene.bench.sealer.seal(
                OwnFoodWords(name: "Poutine"), .ownFoodWords(food, of: scene.account))
            func submission(
                _ id: FoodSubmissionID, _ version: Int64, _ state: FoodSubmissionState, _ reason: String? = nil
            ) -> FoodSubmissionChanged {
                FoodSubmissionChanged(
                    accountID: scene.account, submissionID: id, ownFoodID: food, version: version, state: state,
                    food: OwnFood(words: words, amounts: [:]), language: "en", doubts: [], reason: reason,
                    submittedAt: now, changedAt: now)
            }
            let handler = SubmissionNoticeHandler(inboxWriter: scene.inboxWriter), one = FoodSubmissionID.random()
            try await scene.deliver(submission(one, 1, .pending), to: handler)
            for _ in 0..<2 { try await scene.deliver(submission(one, 2, .accepted), to: handler) }
            try await scene.deliver(submission(.random(), 2, .refused, "duplicate"), to: handler)
            try await scene.deliver(submission(.random(), 2, .withdrawn), to: handler)
            let published = try await scene.published()
            #expect(
                published.map(\.text.title) == [
                    "Added to the shared foods: Poutine", "Not added to the shared foods: Poutine",
                ])
            #expect(published[1].text.body == "A similar food already exists. You can still use it as your own food.")
            #expect(published[0].notice.submissionID == one)
        }
    }
}
