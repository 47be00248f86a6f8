import EventContracts
import FoodCatalogue
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Feedback and its replies (OPS-19, OPS-20).
struct FeedbackEndpoints: Sendable {
    /// Maximum length of a text, in Unicode scalars.
    static let maxTextLength = 5_000
    private static let ratings: ClosedRange<Int64> = 1...5

    let database: MessagingDatabase
    let resources: ResourceReader
    let sealer: Sealer

    /// The body of a request.
    private struct Options {
        let topic: FeedbackTopic
        let text: String?
        let rating: Int?
        let about: About
    }

    /// The subject of feedback.
    private struct About: Equatable {
        var food: String?
        var meal: MealID?
        var product: PurchasedProductID?
        /// A page of the help.
        var page: HelpTopic?
    }

    /// Accepts feedback; a report on a meal includes the prediction and the person's correction.
    func send(_ call: Call) async throws -> Answer {
        let account = try call.principal.account, options = try Self.options(call.body)
        let now = EventTime.truncate(database.clock.now()), id = ReviewID.random()
        // Bug reports are read by developers, so they never include the meal.
        let meal = options.topic == .bug ? nil : options.about.meal
        let words = FeedbackWords(
            text: options.text, items: try await items(of: meal, account),
            product: try await product(options.about.product, account), page: options.about.page)
        // A rating without text is counted but not queued for reading.
        let isRead = options.topic == .survey && options.text == nil
        let review = Review(
            id: id, kind: options.topic.kind, account: account, topic: options.topic,
            words: try await sealer.seal(words, .feedbackWords(id, of: account)).bytes, rating: options.rating,
            aboutFood: options.about.food, aboutMeal: options.about.meal, doubts: [], state: isRead ? .done : .open,
            enteredAt: now,
            decidedAt: isRead ? now : nil)
        try await database.pool.withTransaction { transaction in
            guard try await ReviewRepository.insert(review, in: transaction) else {
                throw ProblemDetails(
                    .conflict, detail: "You have \(Review.maxOpen) open entries. Wait for an answer first.")
            }
        }
        return try .json(.created, FeedbackView(review, words, answer: nil))
    }

    /// The person's feedback, newest first.
    func list(_ call: Call) async throws -> Answer {
        let account = try call.principal.account, query = try PageQuery(call.query)
        let found = try await ReviewRepository.written(
            by: account, before: query.cursor, limit: query.limit + 1, in: database.pool)
        var views: [FeedbackView] = []
        for review in found.prefix(query.limit) {
            var answer: String?
            if let sealed = review.answer {
                answer = String(
                    decoding: try await sealer.open(bytes: sealed, .feedbackAnswer(review.id, of: account)),
                    as: UTF8.self)
            }
            views.append(FeedbackView(review, try await Self.words(of: review, with: sealer), answer: answer))
        }
        let last = found.count > query.limit ? found[query.limit - 1] : nil
        let next = last.map { PageCursor(sortKey: $0.enteredAt.microseconds, id: $0.id.uuid).text }
        return try .json(.ok, PageView(items: views, next: next))
    }

    /// The texts of an entry; nil for a submission.
    static func words(of review: Review, with sealer: Sealer) async throws -> FeedbackWords? {
        guard let words = review.words else { return nil }
        return try await sealer.open(
            Sealed<FeedbackWords>(bytes: words), .feedbackWords(review.id, of: review.account))
    }

    /// The predictions for a meal's items, with the person's corrections.
    private func items(of meal: MealID?, _ account: AccountID) async throws -> [FeedbackWords.Item] {
        guard let meal else { return [] }
        guard
            let document = try await resources.ownDocument(ResourceReference(.meal, meal.uuid), of: account)
        else {
            throw ProblemDetails(
                .invalidFields,
                errors: [.init(pointer: "/about/meal", .init(.unknown, "is not the id of one of your meals"))])
        }
        return try EventCoding.decode(MealChanged.self, from: document.body).items.compactMap { item in
            item.seen.map {
                FeedbackWords.Item(
                    model: $0.predictor, label: $0.label, seenFoodID: $0.foodID, seenMilligrams: $0.milligrams,
                    lowMilligrams: $0.lowMilligrams, highMilligrams: $0.highMilligrams, foodID: item.foodID,
                    milligrams: item.milligrams)
            }
        }
    }

    /// A product with the person's name and the codes that shops print for it.
    private func product(_ id: PurchasedProductID?, _ account: AccountID) async throws -> FeedbackWords.Product? {
        guard let id else { return nil }
        let resource = ResourceReference(.purchasedProduct, id.uuid)
        guard let document = try await resources.ownDocument(resource, of: account) else {
            throw ProblemDetails(
                .invalidFields,
                errors: [.init(pointer: "/about/product", .init(.unknown, "is not the id of one of your products"))]
            )
        }
        let published = try EventCoding.decode(PurchasedProductChanged.self, from: document.body)
        var words = try await sealer.open(published.words, .purchasedProductWords(id, of: account))
        words.aliases.removeAll { $0.code == nil }
        guard !published.isProvisional, !words.aliases.isEmpty else {
            let fault = FieldFault(
                .notAllowed, "must be a product that you have named and that has a shop's product code")
            throw ProblemDetails(.invalidFields, errors: [.init(pointer: "/about/product", fault)])
        }
        return FeedbackWords.Product(id: id, words: words)
    }

    private static func options(_ body: JSONValue) throws(ProblemDetails) -> Options {
        var fields = try BodyFields(body)
        let topic = fields.optionalChoice("kind", of: FeedbackTopic.self)
        if topic == nil, !fields.hasProblem("kind") { fields.report("kind", .required) }
        let text = fields.words("text", longest: Self.maxTextLength)
        var rating: Int?
        switch fields.member("rating") ?? .null {
        case .null: break
        case .number(let number):
            rating = Int64(number).flatMap { ratings.contains($0) ? Int($0) : nil }
            if rating == nil { fields.report("rating", .notWhole(in: 1...5)) }
        default: fields.report("rating", .notWhole(in: 1...5))
        }
        if topic != .survey, rating != nil {
            fields.report("rating", .init(.notAllowed, "is only allowed in a survey"))
        }
        if text == nil, !fields.hasProblem("text"), topic != .survey || rating == nil,
            (fields.member("about") ?? .null)["product"] == nil
        {
            fields.report("text", .required)
        }
        let about = about(&fields, topic)
        try fields.finish()
        guard let topic else { throw ProblemDetails(.invalidFields) }
        return Options(topic: topic, text: text, rating: rating, about: about)
    }

    /// The subject of the feedback.
    private static func about(_ fields: inout BodyFields, _ topic: FeedbackTopic?) -> About {
        let sent = fields.member("about") ?? .null, place = JSONPointer.root.member("about")
        var about = About()
        guard sent != .null else { return about }
        if let value = sent["food"], value != .null {
            about.food = fields.text(value, at: place.member("food"), length: 1...FoodID.maxLength)
            if let named = about.food, FoodID(named) == nil {
                fields.report(place.member("food"), .init(.notAnID, "is not the id of a food"))
            }
        }
        if let value = sent["meal"], value != .null {
            let text = fields.text(value, at: place.member("meal"), length: 1...36)
            about.meal = text.flatMap(MealID.init(text:))
            if text != nil, about.meal == nil { fields.report(place.member("meal"), .notAnID) }
        }
        if let value = sent["product"], value != .null {
            let text = fields.text(value, at: place.member("product"), length: 1...36)
            about.product = text.flatMap(PurchasedProductID.init(text:))
            if text != nil, about.product == nil { fields.report(place.member("product"), .notAnID) }
            if about.product != nil, topic != .report {
                fields.report(place.member("product"), .init(.notAllowed, "is only allowed in a report"))
            }
        }
        if let value = sent["page"], value != .null {
            if case .string(let text) = value { about.page = HelpTopic(rawValue: text) }
            if about.page == nil { fields.report(place.member("page"), .notAChoice(of: HelpTopic.self)) }
            if about.page != nil, topic != .documentation {
                fields.report(
                    place.member("page"), .init(.notAllowed, "is only allowed in a comment on the documentation"))
            }
        }
        if about == About(), !fields.hasProblem(within: place) {
            fields.report(
                place,
                .init(
                    .oneRequired, "must name a food, a meal, a product or a page",
                    ["fields": .texts(["food", "meal", "product", "page"])]))
        }
        return about
    }
}
