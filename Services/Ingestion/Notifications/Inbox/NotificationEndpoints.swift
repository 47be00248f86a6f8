import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import ServiceRuntime

/// The inbox.
struct NotificationEndpoints: Sendable {
    let desk: CommandDesk

    func list(_ call: Call) async throws -> Answer { try await desk.resources.page(of: .notification, to: call) }

    func read(_ call: Call) async throws -> Answer {
        try await desk.resources.answer(try await document(of: call), to: call)
    }

    func change(_ call: Call) async throws -> Answer {
        var fields = try BodyFields(call.body)
        let read = fields.bool("read")
        try fields.finish()
        let (account, notice) = try await target(of: call)
        let resource = ResourceReference(.notification, notice.uuid)
        let order = try await desk.accept(call, about: resource) { transaction in
            try transaction.append(
                ChangeNotice(accountID: account, noticeID: notice, read: read), key: account, subject: notice)
        }
        return try await desk.answer(order, to: call, done: .ok)
    }

    func delete(_ call: Call) async throws -> Answer {
        let (account, notice) = try await target(of: call)
        let resource = ResourceReference(.notification, notice.uuid)
        let order = try await desk.accept(call, about: resource) { transaction in
            try transaction.append(
                DeleteNotice(accountID: account, noticeID: notice), key: account, subject: notice)
        }
        return try await desk.answer(order, to: call, done: .noContent)
    }

    private func document(of call: Call) async throws -> Document? {
        let resource = ResourceReference(.notification, try ResourceReader.id(of: call))
        return try await desk.resources.document(resource, of: call.principal.account)
    }

    /// The notice that a call is about, if it is the account's and still the version the caller knows.
    private func target(of call: Call) async throws -> (AccountID, NoticeID) {
        guard let document = try await document(of: call) else { throw ProblemDetails(.notFound) }
        let condition = EntityTag.condition(call.headers[values: .ifMatch], weak: false)
        guard condition?.matches(document.version) ?? true else { throw ProblemDetails(.versionMismatch) }
        return (document.owner, NoticeID(document.resource.id))
    }
}
