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

/// The inbox of one person in real tables, filled by handlers and by scheduled jobs.
struct InboxScene: Sendable {
    let bench: HandlerBench
    let inboxWriter: InboxWriter
    let account: AccountID

    static func with(
        locale: String = "en-CA", timeZone: String = "America/Toronto", _ body: (InboxScene) async throws -> Void
    ) async throws {
        try await HandlerBench.with(service: "notification", migrations: try NotificationMigrations.all()) { bench in
            let inboxWriter = try InboxWriter.over(bench)
            let scene = InboxScene(bench: bench, inboxWriter: inboxWriter, account: try await bench.account())
            try await scene.register(scene.account, locale: locale, timeZone: timeZone)
            try await body(scene)
        }
    }

    var dayWork: DayNoticeJob {
        DayNoticeJob(database: bench.database, inboxWriter: inboxWriter)
    }

    var rememberAccount: RememberAccount { RememberAccount() }

    var rememberDay: RememberDay {
        RememberDay(inboxWriter: inboxWriter)
    }

    func register(_ account: AccountID, locale: String = "en-CA", timeZone: String = "America/Toronto") async throws {
        try await bench.database.pool.withTransaction { transaction in
            try AccountRepository.save(account, locale: locale, timeZone: timeZone, in: transaction)
        }
    }

    func deliver<Handler: EventHandler>(_ body: Handler.Body, to handler: Handler) async throws {
        try await bench.deliver(body, to: handler, account: account)
    }

    /// Passes snapshot events to a handler.
    func republish<Handler: EventHandler>(_ body: Handler.Body, to handler: Handler) async throws {
        var attributes = EventAttributes(
            id: UUID(), source: "foodmagic/test", type: Handler.Body.type, time: bench.clock.now(), subject: nil,
            key: account.description, operationID: nil, correlationID: UUID())
        attributes.isSnapshot = true
        let event = Event(attributes: attributes, body: body)
        try await bench.database.write(.event(attributes, consumer: "notification")) { transaction in
            try await handler.handle(event, in: transaction)
        }
    }

    /// Sets the person's notification preferences.
    func prefer(_ channels: [String: [String]] = [:], digestAt: String? = nil, version: Int64 = 1) async throws {
        try await bench.database.pool.withTransaction { transaction in
            try PreferencesRepository.save(
                NotificationPreferencesChanged(
                    accountID: account, version: version, channels: channels, quietHours: nil, digestAt: digestAt,
                    addressed: [], addresses: nil, changedAt: bench.clock.now()), in: transaction)
        }
    }

    /// Gives a person a channel outside the inbox.
    func reach(_ account: AccountID, by channel: NotificationChannel = .webPush) async throws {
        let target = StoredTarget(id: UUID(), account: account, channel: channel, details: [1])
        try await bench.database.pool.withTransaction { transaction in
            try TargetRepository.save(target, at: bench.clock.now(), in: transaction)
        }
    }

    /// New and changed entries of the inbox, in order.
    func published(_ kind: NoticeKind? = nil) async throws -> [(notice: Notice, text: NoticeText)] {
        let created = try await bench.database.events(NoticeCreated.self).map(\.body.notice)
        let changed = try await bench.database.events(NoticeChanged.self).map(\.body.notice)
        var published: [(Notice, NoticeText)] = []
        for notice in created + changed where kind.map({ $0 == notice.kind }) ?? true {
            published.append(
                (notice, try await bench.sealer.open(notice.text, .noticeText(notice.noticeID, of: notice.accountID))))
        }
        return published
    }

    /// Moves the clock to an instant such as `2026-03-08T07:00:00Z`.
    func move(to text: String) throws {
        let instant = try Date(text, strategy: .iso8601)
        bench.clock.advance(by: .milliseconds(Int64((instant.timeIntervalSince(bench.clock.now()) * 1_000).rounded())))
    }
}

extension InboxWriter {
    /// An inbox writer over the repositories and keys of a bench.
    static func over(_ bench: HandlerBench) throws -> InboxWriter {
        InboxWriter(texts: try NoticeTexts.builtIn(), sealer: bench.sealer)
    }
}
