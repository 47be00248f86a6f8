import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import Postgres
import Quantities
import Sealing
import ServiceRuntime

/// Comments that the parties of a grant exchange about the diary and reports (GW-48, NUT-28).
struct GrantCommentEndpoints: Sendable {
    let database: MessagingDatabase
    let resources: ResourceReader
    let sealer: Sealer

    /// Writes a comment, by the owner or the grantee, and notifies the other party.
    func write(_ call: Call) async throws -> Answer {
        let author = try call.principal.account, id = GrantID(try ResourceReader.id(of: call))
        let draft = try Self.draft(call.body), now = EventTime.truncate(database.clock.now())
        let (grant, grantee) = try await standing(id, of: author, at: now)
        if let meal = draft.about?.meal { try await require(meal, of: grant.owner) }
        let commentID = GrantCommentID.random()
        let text = try await sealer.seal(bytes: Array(draft.text.utf8), .grantComment(commentID, of: grant.owner))
        let comment = GrantComment(
            id: commentID, grant: id, owner: grant.owner, author: author, text: text, about: draft.about,
            writtenAt: now)
        let event = try await event(comment, grant, grantee)
        try await database.write(CommandAcceptor.cause(of: call)) { transaction in
            guard try await GrantRepository.standing(id, to: grantee, at: now, in: transaction) != nil else {
                throw ProblemDetails(.notFound)
            }
            guard try await GrantCommentRepository.insert(comment, in: transaction) else {
                throw ProblemDetails(
                    .conflict, detail: "The grant has \(GrantComment.maxPerGrant) comments. Delete one of yours first.")
            }
            try transaction.append(event, key: event.accountID, subject: comment.id)
        }
        return try .json(.created, GrantCommentView(comment, text: draft.text))
    }

    /// The comments on a grant, newest first; for its owner also after it has ended.
    func list(_ call: Call) async throws -> Answer {
        let account = try call.principal.account, id = GrantID(try ResourceReader.id(of: call))
        let query = try PageQuery(call.query)
        guard let grant = try await GrantRepository.read(id, of: account, in: database.pool) else {
            throw ProblemDetails(.notFound)
        }
        if grant.owner != account {
            _ = try await standing(id, of: account, at: database.clock.now())
        }
        let found = try await GrantCommentRepository.list(
            of: id, before: query.cursor, limit: query.limit + 1, in: database.pool)
        var views: [GrantCommentView] = []
        for comment in found.prefix(query.limit) {
            let text = try await sealer.open(bytes: comment.text, .grantComment(comment.id, of: comment.owner))
            views.append(GrantCommentView(comment, text: String(decoding: text, as: UTF8.self)))
        }
        let last = found.count > query.limit ? found[query.limit - 1] : nil
        let next = last.map { PageCursor(sortKey: $0.writtenAt.microseconds, id: $0.id.uuid).text }
        return try .json(.ok, PageView(items: views, next: next))
    }

    /// Deletes the caller's own comment.
    func delete(_ call: Call) async throws -> Answer {
        let author = try call.principal.account, id = GrantCommentID(try ResourceReader.id(of: call))
        guard
            try await GrantCommentRepository.remove(id, by: author, at: database.clock.now(), in: database.pool)
        else { throw ProblemDetails(.notFound) }
        return Answer(.noContent)
    }

    /// The active grant of a party that allows comments, and the other party.
    ///
    /// - Throws: `notFound` if it is not active, belongs to others, or covers neither diary nor reports.
    private func standing(
        _ id: GrantID, of party: AccountID, at now: Date
    ) async throws -> (grant: Grant, grantee: AccountID) {
        guard let known = try await GrantRepository.read(id, of: party, in: database.pool),
            let grantee = known.grantee,
            let grant = try await GrantRepository.standing(id, to: grantee, at: now, in: database.pool),
            !grant.scopes.isDisjoint(with: [.diary, .reports])
        else { throw ProblemDetails(.notFound) }
        return (grant, grantee)
    }

    /// Refuses a meal that does not belong to the owner.
    private func require(_ meal: MealID, of owner: AccountID) async throws {
        guard try await resources.ownDocument(ResourceReference(.meal, meal.uuid), of: owner) == nil else { return }
        throw ProblemDetails(
            .invalidFields, errors: [.init(pointer: "/about/meal", .init(.unknown, "no meal with this id"))])
    }

    /// The event for the other party, with the author's name sealed with that party's key.
    private func event(
        _ comment: GrantComment, _ grant: Grant, _ grantee: AccountID
    ) async throws -> GrantCommented {
        guard comment.author == grant.owner else {
            return GrantCommented(
                accountID: grant.owner, grantID: grant.id, commentID: comment.id, words: grant.words,
                writtenAt: comment.writtenAt)
        }
        var words: Sealed<GrantWords>?
        if let name = try await GrantEndpoints.name(of: grant.owner, opening: sealer, in: database.pool) {
            words = try await sealer.seal(GrantWords(name: name), .grantWords(grant.id, of: grantee))
        }
        return GrantCommented(
            accountID: grantee, grantID: grant.id, commentID: comment.id, words: words, writtenAt: comment.writtenAt)
    }

    private static func draft(
        _ body: JSONValue
    ) throws(ProblemDetails) -> (text: String, about: GrantComment.About?) {
        var fields = try BodyFields(body)
        let text = fields.requiredWords("text", longest: GrantComment.maxTextLength)
        let about = about(&fields)
        try fields.finish()
        return (text, about)
    }

    /// The day or the meal that the comment is about; nil without one.
    private static func about(_ fields: inout BodyFields) -> GrantComment.About? {
        let sent = fields.member("about") ?? .null, place = JSONPointer.root.member("about")
        guard sent != .null else { return nil }
        let day = sent["day"] ?? .null, meal = sent["meal"] ?? .null
        guard (day == .null) != (meal == .null) else {
            fields.report(
                place, .init(.oneRequired, "must name a day or a meal", ["fields": .texts(["day", "meal"])]))
            return nil
        }
        if day != .null {
            guard let known = fields.text(day, at: place.member("day"), length: 1...10) else { return nil }
            if let day = CalendarDay(known) { return .day(day) }
            fields.report(place.member("day"), .notADay)
            return nil
        }
        guard let known = fields.text(meal, at: place.member("meal"), length: 1...36) else { return nil }
        if let meal = MealID(text: known) { return .meal(meal) }
        fields.report(place.member("meal"), .notAnID)
        return nil
    }
}
