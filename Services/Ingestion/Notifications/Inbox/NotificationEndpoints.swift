import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import ServiceRuntime

/// The inbox.
struct NotificationEndpoints: Sendable {
    let acceptor: CommandAcceptor

    let database: MessagingDatabase

    /// Maximum number of notices that one request marks as read.
    private static let maxMarked = 500

    /// A page of the inbox, with the number of unread notices.
    func list(_ call: Call) async throws -> Answer {
        let query = try PageQuery(call.query), account = try call.principal.account, resources = acceptor.resources
        let found = try await DocumentRepository.list(
            .notification, of: account, after: query.cursor, limit: query.limit + 1, in: resources.database)
        let last = found.count > query.limit ? found[query.limit - 1] : nil
        let unread = try await NoticeRepository.unread(of: account, in: resources.database)
        return Answer(
            .ok,
            body: .json(
                try await resources.documents.page(
                    of: found.prefix(query.limit),
                    next: last.map { PageCursor(sortKey: $0.sortKey, id: $0.resource.id) },
                    count: ("unread", unread))))
    }

    /// Marks all notices up to a time as read, or all existing ones without a time.
    ///
    /// Idempotent, so that the request needs no idempotency key.
    func readAll(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        var end = EventTime.truncate(database.clock.now())
        if call.body != .null {
            var fields = try BodyFields(call.body)
            if let text = fields.optionalText("through", length: 1...40) {
                if let time = EventTime.parse(text) {
                    end = time
                } else {
                    fields.report("through", .notATime)
                }
            }
            try fields.finish()
        }
        let through = end
        let marked = try await database.write(CommandAcceptor.cause(of: call)) { transaction in
            let unread = try await NoticeRepository.unread(
                of: account, through: through, limit: Self.maxMarked, in: transaction)
            for notice in unread {
                try transaction.append(
                    ChangeNotice(accountID: account, noticeID: notice, read: true), key: account, subject: notice)
            }
            return unread.count
        }
        return try .json(.accepted, MarkedView(marked: marked))
    }

    func read(_ call: Call) async throws -> Answer {
        try await acceptor.resources.answer(try await document(of: call), to: call)
    }

    func change(_ call: Call) async throws -> Answer {
        var fields = try BodyFields(call.body)
        let read = fields.bool("read")
        try fields.finish()
        let (account, notice) = try await target(of: call)
        let resource = ResourceReference(.notification, notice.uuid)
        let acceptance = try await acceptor.accept(call, about: resource) { transaction in
            try transaction.append(
                ChangeNotice(accountID: account, noticeID: notice, read: read), key: account, subject: notice)
        }
        return try await acceptor.answer(acceptance, to: call, done: .ok)
    }

    func delete(_ call: Call) async throws -> Answer {
        let (account, notice) = try await target(of: call)
        let resource = ResourceReference(.notification, notice.uuid)
        let acceptance = try await acceptor.accept(call, about: resource) { transaction in
            try transaction.append(
                DeleteNotice(accountID: account, noticeID: notice), key: account, subject: notice)
        }
        return try await acceptor.answer(acceptance, to: call, done: .noContent)
    }

    /// Restores a notice that was deleted within the last 30 days.
    func restore(_ call: Call) async throws -> Answer {
        if let acceptance = try await acceptor.repeated(call) {
            return try await acceptor.answer(acceptance, to: call, done: .ok)
        }
        let deleted = try await acceptor.deleted(call, .notification, as: NoticeChanged.self)
        let notice = NoticeID(deleted.resource.id), account = deleted.account
        let acceptance = try await acceptor.accept(call, about: deleted.resource) { transaction in
            try transaction.append(
                RestoreNotice(accountID: account, noticeID: notice), key: account, subject: notice)
        }
        return try await acceptor.answer(acceptance, to: call, done: .ok)
    }

    /// Number of notices that the command marks as read.
    private struct MarkedView: Encodable {
        let marked: Int
    }

    private func document(of call: Call) async throws -> Document? {
        let resource = ResourceReference(.notification, try ResourceReader.id(of: call))
        return try await acceptor.resources.document(resource, of: call.principal.account)
    }

    /// The notice of a call, if it belongs to the account and the caller knows its current version.
    private func target(of call: Call) async throws -> (AccountID, NoticeID) {
        guard let document = try await document(of: call) else { throw ProblemDetails(.notFound) }
        let condition = EntityTag.condition(call.headers[values: .ifMatch], weak: false)
        guard condition?.matches(document.version) ?? true else { throw ProblemDetails(.versionMismatch) }
        return (document.owner, NoticeID(document.resource.id))
    }
}
