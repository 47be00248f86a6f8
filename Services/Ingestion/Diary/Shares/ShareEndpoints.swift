import EventContracts
import FoodCatalogue
import FoodReports
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import Nourishment
import Photos
import Quantities
import Sealing
import ServiceRuntime
import Synchronization

/// Links that show others a picture of a meal or of a day's progress.
///
/// They show the name, energy and nutrients, and the photo if the person chose so, but nothing else about the person.
struct ShareEndpoints: Sendable {
    let reports: ReportBuilder
    let plans: AccountPlans
    let words: ReportWords
    let database: MessagingDatabase
    let archive: PhotoArchive
    let gallery: ShareGallery
    /// The public address of the API, without a trailing slash.
    let publicURL: String

    private var resources: ResourceReader { reports.resources }

    /// Creates a link for a meal; the client sends it to a platform, or an event does, so that this request does not
    /// wait for other platforms.
    func share(_ call: Call) async throws -> Answer {
        let account = try call.principal.account, meal = MealID(try ResourceReader.id(of: call))
        guard let document = try await resources.ownDocument(ResourceReference(.meal, meal.uuid), of: account) else {
            throw ProblemDetails(.notFound)
        }
        let options = try Self.options(call.body)
        let photo = options.showsPhoto ? try await PhotoRepository.kept(for: meal, of: account, in: database.pool) : nil
        guard !options.showsPhoto || photo != nil else {
            throw ProblemDetails(
                .invalidFields,
                errors: [.init(pointer: "/photo", .init(.unknown, "the meal has no stored photo"))])
        }
        return try await share(call, options, meal.uuid, of: account, photo: photo?.key) {
            let published = try EventCoding.decode(MealChanged.self, from: document.body)
            return try await reports.sealer.open(published.words, .mealWords(meal, of: account)).name
        }
    }

    /// Creates a link for a day's progress.
    func shareDay(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        guard let day = call.id.flatMap({ CalendarDay($0) }) else { throw ProblemDetails(.notFound) }
        let resource = ResourceReference(day, of: account)
        guard try await resources.ownDocument(resource, of: account) != nil else { throw ProblemDetails(.notFound) }
        let options = try Self.options(call.body)
        guard !options.showsPhoto else {
            throw ProblemDetails(
                .invalidFields, errors: [.init(pointer: "/photo", .init(.notAllowed, "a day has no photo"))])
        }
        return try await share(call, options, resource.id, of: account) { day.description }
    }

    private func share(
        _ call: Call, _ options: Options, _ subject: UUID, of account: AccountID, photo: PhotoKey? = nil,
        named title: () async throws -> String?
    ) async throws -> Answer {
        let language = try await call.foodLanguage(in: resources.database)
        let now = EventTime.truncate(resources.clock.now()), token = SecretToken.random()
        let showsAmounts = try await plans.entitlements(of: account).detailedReports
        let share = Share(
            id: UUID(), account: account, subject: subject, photo: photo,
            nutrients: showsAmounts ? options.nutrients : [],
            language: language, createdAt: now, expiresAt: now.addingTimeInterval(Double(options.days) * 86_400))
        let link = "\(publicURL)/s/\(token.text)", picture = "\(publicURL)/v1/shared/\(token.text)"
        var post: PostShare?
        if options.posts {
            let preferences = try await NotificationPreferencesRepository.find(account, in: resources.database)
            guard preferences?.addressed.contains(Self.chat) == true else {
                throw ProblemDetails(
                    .invalidFields,
                    errors: [
                        .init(
                            pointer: "/post/0",
                            .init(.notAllowed, "needs a chat room's webhook in the notification preferences"))
                    ])
            }
            let id = ShareID(share.id)
            let words = ShareWords(
                title: try await title() ?? words.text(.meal, in: language), link: link)
            post = PostShare(
                accountID: account, shareID: id,
                words: try await reports.sealer.seal(words, .shareWords(id, of: account)),
                language: language.rawValue, requestedAt: now, expiresAt: share.expiresAt)
        }
        let command = post
        try await database.write(CommandAcceptor.cause(of: call)) { transaction in
            _ = try await ConsentRepository.require([.sharing], of: account, in: transaction)
            guard try await ShareRepository.insert(share, tokenHash: token.hash, in: transaction) else {
                throw ProblemDetails(.conflict, detail: "You have \(Share.maxPerAccount) links. Withdraw one first.")
            }
            if let command { try transaction.append(command, key: account, subject: command.shareID) }
        }
        return try .json(.created, ShareView(share, link: link, picture: picture, isPosted: options.posts))
    }

    /// The person's active links.
    func list(_ call: Call) async throws -> Answer {
        let shares = try await ShareRepository.list(
            of: call.principal.account, at: resources.clock.now(), in: resources.database)
        return try .json(.ok, PageView(items: shares.map { ShareView($0) }, next: nil))
    }

    /// Withdraws a link; its pages are no longer found.
    func withdraw(_ call: Call) async throws -> Answer {
        let id = try ResourceReader.id(of: call)
        guard try await ShareRepository.remove(id, of: call.principal.account, in: resources.database) else {
            throw ProblemDetails(.notFound)
        }
        return Answer(.noContent)
    }

    /// The image of a link; a missing one is not distinguishable from one that never existed.
    func picture(_ call: Call) async throws -> Answer {
        let (share, document) = try await shown(call)
        let report = try await report(of: share)
        let png = try await gallery.picture(of: report, for: share, version: document.version, words: words)
        return Answer(.ok, body: .text(png, mediaType: "image/png"))
    }

    /// The HTML page behind a shared link: picture, figures as text, and preview tags for other sites.
    func page(_ call: Call) async throws -> Answer {
        let share = try await shown(call).share
        let card = ShareCard(try await report(of: share), nutrients: share.nutrients)
        let page = SharePage(
            title: card.title(words: words, in: share.language), text: card.text(words: words, in: share.language),
            language: share.language, picture: "\(publicURL)/v1/shared/\(call.id ?? "")")
        var headers = HTTPFields()
        headers[.contentSecurityPolicy] = SharePage.policy
        headers[.contentLanguage] = share.language.rawValue
        return Answer(.ok, headers: headers, body: .text(Array(page.html.utf8), mediaType: "text/html; charset=utf-8"))
    }

    private func report(of share: Share) async throws -> FoodReport {
        guard let day = share.day else { return try await reports.meal(share.subject, of: share.account) }
        return try await reports.report(of: day, share.account)
    }

    /// The meal photo of a link, without metadata, if its owner shares it.
    ///
    /// It is available until the link ends or the meal or photo is deleted.
    func photo(_ call: Call) async throws -> Answer {
        let share = try await shown(call).share
        guard let key = share.photo, let photo = try await PhotoRepository.kept(key, in: database.pool) else {
            throw ProblemDetails(.notFound)
        }
        return try await archive.answer(with: photo, named: "meal")
    }

    /// The content of an active link, with the current meal or day.
    private func shown(_ call: Call) async throws -> (share: Share, document: Document) {
        guard let token = call.id.flatMap(SecretToken.init),
            let share = try await ShareRepository.read(
                tokenHash: token.hash, at: resources.clock.now(), in: resources.database),
            try await ConsentRepository.allows(.sharing, share.account, in: resources.database),
            let document = try await resources.document(share.resource, of: share.account)
        else { throw ProblemDetails(.notFound) }
        return (share, document)
    }

    /// The options of a link.
    private struct Options {
        var days = Share.defaultDays
        var nutrients = ShareCard.customary
        var posts = false
        var showsPhoto = false
    }

    /// The channel of the notification preferences that posts into a chat room.
    private static let chat = "chat"

    private static func options(_ body: JSONValue) throws(ProblemDetails) -> Options {
        var options = Options()
        guard body != .null else { return options }
        var fields = try BodyFields(body)
        if let value = fields.member("expiresInDays"), value != .null {
            if case .number(let text) = value, let number = Int(text), Share.days.contains(number) {
                options.days = number
            } else {
                fields.report(
                    "expiresInDays",
                    .notWhole(in: Share.days))
            }
        }
        if fields.names("nutrients") {
            options.nutrients = fields.choices("nutrients", of: Nutrient.self)
            if options.nutrients.count > ShareCard.maxNutrients {
                fields.report("nutrients", .tooMany(max: ShareCard.maxNutrients))
            }
        }
        if fields.names("post") {
            let platforms = fields.choices("post", of: SharePlatform.self)
            if platforms.contains(where: { $0 != .discord }) {
                fields.report("post", .init(.notAllowed, "must be discord"))
            }
            options.posts = !platforms.isEmpty
        }
        if let value = fields.member("photo"), value != .null { options.showsPhoto = fields.bool("photo") }
        try fields.finish()
        return options
    }
}

/// Draws the pictures of links, a limited number at once, and caches the newest.
final class ShareGallery: Sendable {
    private struct Key: Hashable {
        let share: UUID
        let meal: Int64
        let hidesNumbers: Bool
        /// The goals to show, for a day.
        let targets: [DailyTarget]
    }

    /// Number of pictures drawn at the same time; each takes tens of milliseconds of one processor.
    private static let painters = 1
    /// Maximum number of pictures waiting to be drawn.
    private static let queue = 50
    /// Maximum number of cached pictures, each of about 50 kB.
    private static let capacity = 64
    /// `Retry-After` when the queue is full.
    private static let retryAfter = Duration.seconds(1)

    private let lanes = WorkLanes(label: "pictures", lanes: painters, capacity: queue)
    private let kept = Mutex(BoundedCache<Key, [UInt8]>(capacity: capacity))

    init() {}

    /// The image of a meal.
    ///
    /// - Parameters:
    ///   - report: The meal's report.
    ///   - share: The link with its options.
    ///   - version: The meal's version.
    ///   - words: The texts of reports.
    /// - Returns: A PNG.
    /// - Throws: `ProblemDetails` if too many are waiting, or `DrawingFailed`.
    func picture(
        of report: FoodReport, for share: Share, version: Int64, words: ReportWords
    ) async throws -> [UInt8] {
        let key = Key(
            share: share.id, meal: version, hidesNumbers: report.hidesNumbers,
            targets: report.subject == .day ? report.targets : [])
        if let png = kept.withLock({ $0[key] }) { return png }
        let drawn: Result<[UInt8], DrawingFailed>
        do {
            drawn = try await lanes.run(for: share.account.description) {
                Result { () throws(DrawingFailed) in
                    Array(try ShareCard(report, nutrients: share.nutrients).png(words: words, in: share.language))
                }
            }
        } catch {
            throw ProblemDetails.tooManyRequests(retryAfter: Self.retryAfter)
        }
        let png = try drawn.get()
        kept.withLock { $0[key] = png }
        return png
    }
}
