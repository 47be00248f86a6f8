import EventContracts
import FoodCatalogue
import FoodLibrary
import Foundation
import HTTPTypes
import Imaging
import IngestionCore
import Messaging
import Photos
import Postgres
import Sealing
import ServiceRuntime

/// The review queue of staff: `StaffRole.reviews` determines which entries a role sees (OPS-20).
///
/// The list has no texts. Opening an entry shows the person's text or proposal: this needs no emergency access, but is
/// recorded in an audit entry that the person can read.
struct ReviewEndpoints: Sendable {
    let database: MessagingDatabase
    let documents: RenderedDocuments
    let foodSearch: FoodSearch
    let sealer: Sealer
    let archive: PhotoArchive

    func list(_ call: Call) async throws -> Answer {
        let page = try PageQuery(call.query), visible = Self.visible(to: call)
        let kind = try Self.choice("kind", of: ReviewKind.self, in: call)
        let state = try Self.choice("state", of: ReviewState.self, in: call) ?? .open
        let listed = kind.map(visible.only) ?? visible
        let found = try await ReviewRepository.list(
            listed, state, after: page.cursor, limit: page.limit + 1, in: database.pool)
        var entry = AuditEntry(.staffRead, by: call, resource: call.route.operation)
        entry.subject = nil
        try await Audit.record(entry, in: database.pool)
        let now = database.clock.now()
        let last = found.count > page.limit ? found[page.limit - 1] : nil
        return try .json(
            .ok,
            PageView(
                items: found.prefix(page.limit).map { ReviewListView($0, at: now) },
                next: last.map { PageCursor(sortKey: $0.enteredAt.microseconds, id: $0.id.uuid).text }))
    }

    func read(_ call: Call) async throws -> Answer {
        let id = ReviewID(try ResourceReader.id(of: call))
        guard let review = try await ReviewRepository.read(id, among: Self.visible(to: call), in: database.pool) else {
            throw ProblemDetails(.notFound)
        }
        try await Audit.record(
            AuditEntry(
                .staffRead, by: call, of: review.account, resource: "\(call.route.operation) \(review.id)"),
            in: database.pool)
        return try .json(.ok, try await view(of: review, for: call))
    }

    /// Claims an entry for a quarter of an hour, so that no other reviewer decides it; claiming again extends it.
    func claim(_ call: Call) async throws -> Answer {
        let id = ReviewID(try ResourceReader.id(of: call)), staff = try call.principal.account
        let now = EventTime.truncate(database.clock.now()), visible = Self.visible(to: call)
        let claimed = try await database.pool.withTransaction { transaction in
            var review = try await open(id, among: visible, for: staff, in: transaction)
            guard !review.isClaimed(at: now) || review.claimedBy == staff else {
                throw ProblemDetails(.conflict, detail: "Another reviewer has claimed this item.")
            }
            review.claimedBy = staff
            review.claimedUntil = now + Review.lease
            try await ReviewRepository.save(review, in: transaction)
            try await Audit.record(
                AuditEntry(.reviewClaimed, by: call, of: review.account, resource: review.id.description),
                in: transaction)
            return review
        }
        return try .json(.ok, try await view(of: claimed, for: call))
    }

    /// Decides a claimed entry.
    func decide(_ call: Call) async throws -> Answer {
        let id = ReviewID(try ResourceReader.id(of: call)), staff = try call.principal.account
        let form = try ReviewForm(call.body), visible = Self.visible(to: call)
        let mayChangeFoods = call.actingAs.contains { $0.permissions.contains(.changeFoods) }
        let decided = try await database.write(CommandAcceptor.cause(of: call)) { transaction in
            let now = try transaction.eventTime()
            var review = try await open(id, among: visible, for: staff, in: transaction)
            guard review.isClaimed(at: now), review.claimedBy == staff else {
                throw ProblemDetails(.conflict, detail: "Claim the item first.")
            }
            try form.check(against: review)
            switch form.decision {
            case .accept where review.kind == .lesson, .refuse where review.kind == .lesson:
                try transaction.append(
                    ReviewLesson(
                        accountID: review.account, lessonID: LessonID(review.id.uuid),
                        isAccepted: form.decision == .accept, reviewedAt: now),
                    key: review.account, subject: review.id)
            case .accept, .refuse:
                try transaction.append(
                    ReviewFood(
                        accountID: review.account, submissionID: FoodSubmissionID(review.id.uuid),
                        isAccepted: form.decision == .accept, reason: form.refusal?.rawValue, reviewedAt: now),
                    key: review.account, subject: review.id)
            case .withdrawFood:
                guard mayChangeFoods else { throw ProblemDetails(.forbidden) }
                try await withdrawFood(of: review, by: call, in: transaction)
            case .shareName: try await shareName(of: review, at: now, in: transaction)
            case .done, .decline: break
            }
            if let words = form.answer, review.topic != nil {
                review.answer = try await sealer.seal(
                    bytes: Array(words.utf8), .feedbackAnswer(review.id, of: review.account))
            }
            review.state = form.decision.state
            review.reason = form.refusal?.rawValue
            review.decidedAt = now
            review.claimedBy = nil
            review.claimedUntil = nil
            try await ReviewRepository.save(review, in: transaction)
            try await Audit.record(
                AuditEntry(
                    .reviewDecided, by: call, of: review.account,
                    resource: "\(form.decision.rawValue) \(review.id)"), in: transaction)
            return review
        }
        return try .json(.ok, try await view(of: decided, for: call))
    }

    /// The photo of a lesson, for its reviewer: the person has consented to shared lessons.
    func photo(_ call: Call) async throws -> Answer {
        let id = ReviewID(try ResourceReader.id(of: call))
        let review = try await ReviewRepository.read(id, among: Self.visible(to: call), in: database.pool)
        // Photos of withdrawn or decided entries are not shown.
        guard let review, review.state == .open, let lesson = review.lesson,
            let photo = try await PhotoRepository.kept(lesson.photo, in: database.pool)
        else { throw ProblemDetails(.notFound) }
        try await Audit.record(
            AuditEntry(
                .staffRead, by: call, of: review.account, resource: "\(call.route.operation) \(review.id)"),
            in: database.pool)
        do {
            let (bytes, lease) = try await archive.bytes(of: photo)
            var headers = HTTPFields()
            headers[.contentDisposition] = "attachment; filename=\"photo.\(photo.facts.format.rawValue)\""
            return Answer(.ok, headers: headers, body: .photo(bytes, mediaType: photo.facts.format.mediaType, lease))
        } catch PhotoStoreError.missing {
            throw ProblemDetails(.notFound)
        }
    }

    /// Withdraws the reported food from the catalog.
    private func withdrawFood(
        of review: Review, by call: Call, in transaction: borrowing Transaction
    ) async throws {
        guard let id = review.aboutFood.flatMap({ FoodID($0) }), OwnFoodID(foodID: id.value) == nil else {
            throw ProblemDetails(.conflict, detail: "The item is not about a shared food.")
        }
        let stored = try await CatalogueFoodRepository.read(id.value, in: transaction)
        guard stored?.withdrawnAt == nil else { return }
        var entry = AuditEntry(.foodWithdrawn, by: call, resource: id.value)
        entry.subject = nil
        try await Audit.record(entry, in: transaction)
        let staff = try call.principal.account
        try transaction.append(
            SetCatalogueFood(accountID: staff, foodID: id.value, basedOn: stored?.version ?? 0, food: nil),
            key: staff, subject: id)
    }

    /// Shares the proposed name of a shop's codes (C21).
    private func shareName(of review: Review, at now: Date, in transaction: borrowing Transaction) async throws {
        guard let product = try await FeedbackEndpoints.words(of: review, with: sealer)?.product else {
            throw ProblemDetails(.conflict, detail: "The item is not about a product with shop codes.")
        }
        let sealed = try await sealer.seal(
            product.words, .purchasedProductWords(product.id, of: review.account))
        try transaction.append(
            ShareProductName(
                accountID: review.account, productID: product.id, words: sealed, reviewedAt: now),
            key: review.account, subject: product.id)
    }

    /// An open entry, locked; reviewers cannot decide entries of their account.
    private func open(
        _ id: ReviewID, among visible: VisibleReviews, for staff: AccountID, in transaction: borrowing Transaction
    ) async throws -> Review {
        guard let review = try await ReviewRepository.lock(id, among: visible, in: transaction) else {
            throw ProblemDetails(.notFound)
        }
        guard review.account != staff else {
            throw ProblemDetails(.forbidden, detail: "You cannot decide on your own submission.")
        }
        guard review.state == .open else {
            throw ProblemDetails(.conflict, detail: "A decision has already been made.")
        }
        return review
    }

    private func view(of review: Review, for call: Call) async throws -> ReviewView {
        var submission: FoodSubmissionView?
        if review.kind == .submission {
            let resource = ResourceReference(.foodSubmission, review.id.uuid)
            let document = try await DocumentRepository.read(resource, of: review.account, in: database.pool)
            if let document {
                submission = try await documents.opener.submission(
                    try EventCoding.decode(FoodSubmissionChanged.self, from: document.body))
            }
        }
        return ReviewView(
            review, try await FeedbackEndpoints.words(of: review, with: sealer), submission,
            for: try call.principal.account, at: database.clock.now())
    }

    private static func visible(to call: Call) -> VisibleReviews {
        call.actingAs.reduce(VisibleReviews()) { $0.union($1.reviews) }
    }

    private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, of type: Choice.Type, in call: Call
    ) throws(ProblemDetails) -> Choice? {
        guard let text = call.query.first(where: { $0.name == name })?.value else { return nil }
        guard let choice = Choice(rawValue: text) else {
            throw ProblemDetails(.invalidFields, errors: [.init(parameter: name, .notAChoice(of: Choice.self))])
        }
        return choice
    }
}

/// A validated decision of staff.
struct ReviewForm: Sendable {
    /// Length of a reply, in characters.
    static let answerLength = 1...500

    let decision: ReviewDecision
    /// The reason for refusing a submission.
    let refusal: RefusalReason?
    /// The reply to the person.
    let answer: String?

    /// - Throws: `invalidFields` with all problems.
    init(_ body: JSONValue) throws(ProblemDetails) {
        var fields = try BodyFields(body)
        let chosen = fields.optionalChoice("decision", of: ReviewDecision.self)
        if chosen == nil, !fields.hasProblem("decision") { fields.report("decision", .required) }
        if chosen == .refuse {
            refusal = fields.optionalChoice("reason", of: RefusalReason.self)
            if refusal == nil, !fields.hasProblem("reason") { fields.report("reason", .required) }
            answer = nil
        } else {
            refusal = nil
            answer = fields.optionalText("reason", length: Self.answerLength)
        }
        try fields.finish()
        guard let chosen else { throw ProblemDetails(.invalidFields) }
        decision = chosen
    }

    /// - Throws: `invalidFields` if the decision does not apply to entries of that kind.
    func check(against review: Review) throws(ProblemDetails) {
        guard review.kind.decisions.contains(decision) else {
            let all = review.kind.decisions.map(\.rawValue).sorted()
            throw ProblemDetails(
                .invalidFields, errors: [.init(pointer: "/decision", .notAChoice(all))])
        }
    }
}
