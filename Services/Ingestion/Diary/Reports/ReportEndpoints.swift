import EventContracts
import FoodCatalogue
import FoodReports
import Foundation
import HTTPTypes
import Hexadecimal
import IngestionCore
import Messaging
import Nourishment
import Postgres
import Quantities
import Sealing
import ServiceRuntime

/// Reports of meals and days, created from their documents on request, and stored ones.
struct ReportEndpoints: Sendable {
    let resources: ResourceReader
    let reports: ReportBuilder
    let words: ReportWords
    let plans: AccountPlans
    let drawing: Drawing

    /// Maximum number of days of an export: a leap year.
    private static let maxDays = 366

    /// The report of a meal (NUT-10, NUT-14).
    func meal(_ call: Call) async throws -> Answer {
        try await answer(call) { try await reports.meal(try ResourceReader.id(of: call), of: $0) }
    }

    /// The report of a day (NUT-11).
    func day(_ call: Call) async throws -> Answer {
        guard let day = call.id.flatMap({ CalendarDay($0) }) else { throw ProblemDetails(.notFound) }
        return try await answer(call) { try await reports.report(of: day, $0) }
    }

    /// A report by its id: a stored one unchanged, or the current report of the meal or day (NUT-09).
    func read(_ call: Call) async throws -> Answer {
        let id = try ResourceReader.id(of: call)
        return try await answer(call) { account in
            if let kept = try await SavedReportRepository.read(id, of: account, in: resources.database) {
                return try await reports.sealer.open(kept, .storedReport(id, of: account)).report(id: id)
            }
            guard let day = DayID(id).day(of: account) else { return try await reports.meal(id, of: account) }
            return try await reports.report(of: day, account)
        }
    }

    /// Stores the current report of a meal or a day, with a new id (NUT-09, NUT-14).
    func keep(_ call: Call) async throws -> Answer {
        let account = try call.principal.account, subject = try Self.subject(call.body)
        let parts: StoredReport =
            switch subject {
            case .meal(let meal): try await reports.parts(ofMeal: meal.uuid, account)
            case .day(let day): try await reports.parts(of: day, account)
            }
        if try await !plans.entitlements(of: account).history {
            guard try await parts.day == resources.today(of: account) else { throw PlanGate.refusal }
        }
        let report = SavedReport(
            id: UUID(), account: account, subject: parts.subject, day: parts.day,
            madeAt: EventTime.truncate(resources.clock.now()))
        let sealed = try await reports.sealer.seal(parts, .storedReport(report.id, of: account))
        let isKept = try await resources.database.withTransaction { transaction in
            try await SavedReportRepository.insert(report, sealed, in: transaction)
        }
        guard isKept else {
            throw ProblemDetails(.conflict, detail: "You keep \(SavedReport.maxPerAccount) reports. Delete one first.")
        }
        var answer = try Answer.json(.created, SavedReportView(report))
        answer.headers[.location] = "/v1/reports/\(report.id.text)"
        return answer
    }

    /// The person's stored reports, the newest first, within the plan.
    func list(_ call: Call) async throws -> Answer {
        let account = try call.principal.account, query = try PageQuery(call.query)
        let hasHistory = try await plans.entitlements(of: account).history
        let day = try await hasHistory ? nil : resources.today(of: account)
        let found = try await SavedReportRepository.list(
            of: account, on: day, after: query.cursor, limit: query.limit + 1, in: resources.database)
        let last = found.count > query.limit ? found[query.limit - 1] : nil
        return try .json(
            .ok,
            PageView(
                items: found.prefix(query.limit).map(SavedReportView.init),
                next: last.map { PageCursor(sortKey: $0.madeAt.microseconds, id: $0.id).text }))
    }

    /// Deletes a stored report; the meal or the day stays.
    func remove(_ call: Call) async throws -> Answer {
        let id = try ResourceReader.id(of: call)
        guard try await SavedReportRepository.remove(id, of: call.principal.account, in: resources.database) else {
            throw ProblemDetails(.notFound)
        }
        return Answer(.noContent)
    }

    /// Daily intake, for systems that know the energy expenditure (NUT-30).
    func intake(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        let from = try Self.day("from", in: call.query)
        let through = try Self.day("through", in: call.query)
        guard (0..<Self.maxDays).contains(from.days(until: through)) else {
            throw ProblemDetails(
                .malformedRequest,
                errors: [
                    .init(
                        parameter: "through",
                        .init(
                            .outOfRange, "Must be 0 to \(Self.maxDays - 1) days after from.",
                            ["min": 0, "max": .integer(Self.maxDays - 1)]))
                ])
        }
        let format = try ReportOptions.format(in: call.query, among: [.json, .csv])
        let documents = try await DocumentRepository.list(
            .day, of: account, from: from.start, upTo: through.end, limit: Self.maxDays, in: resources.database)
        let days = try documents.map { document in
            let day = try EventCoding.decode(DayChanged.self, from: document.body)
            return IntakeExport.Day(date: day.day, meals: day.meals, figures: day.totals.known)
        }
        let export = IntakeExport(from: from, through: through, days: days)
        let name = "intake-\(from)-\(through)"
        return format == .csv
            ? Self.file(export.csv(), as: .csv, named: name) : Self.file(try export.json(), as: .json, named: name)
    }

    // MARK: - Details

    /// The report with the requested options, within the plan.
    private func answer(_ call: Call, _ make: (AccountID) async throws -> FoodReport) async throws -> Answer {
        var options = try ReportOptions(call.query)
        let account = try call.principal.account
        let plan = try await plans.entitlements(of: account)
        // The picture of a report without details shows only the energy and the foods.
        if !plan.detailedReports, options.format == .png { options.nutrients = [] }
        guard plan.detailedReports || options.view == .simple,
            plan.savedFiles || [.json, .png].contains(options.format)
        else {
            throw ProblemDetails(.forbidden, because: .simpleReports)
        }
        let report = try await make(account)
        if !plan.history, try await report.day != resources.today(of: account) { throw PlanGate.refusal }
        let language = try await call.foodLanguage(in: resources.database)
        var answer = try await rendered(report, options, language, for: account)
        answer.headers[.contentLanguage] = language.rawValue
        answer.headers[.vary] = "Accept-Language"
        return answer
    }

    private func rendered(
        _ report: FoodReport, _ options: ReportOptions, _ language: FoodLanguage, for account: AccountID
    ) async throws -> Answer {
        let words = words
        let units = AccountUnits(database: resources.database, sealer: reports.sealer)
        let inOunces = try await options.format == .pdf ? units.shown(to: account) == .imperial : false
        let data =
            switch options.format {
            case .json, .csv: try await Self.written(report, options, words, language)
            case .pdf, .png:
                try await drawing.draw(for: account) {
                    try Self.data(of: report, options, words, language, inOunces: inOunces)
                }
            }
        return Self.file(data, as: options.format, named: "report-\(report.day)")
    }

    @concurrent private static func written(
        _ report: FoodReport, _ options: ReportOptions, _ words: ReportWords, _ language: FoodLanguage
    ) async throws -> Data {
        try data(of: report, options, words, language)
    }

    private static func data(
        of report: FoodReport, _ options: ReportOptions, _ words: ReportWords, _ language: FoodLanguage,
        inOunces: Bool = false
    ) throws -> Data {
        let shown = ShownReport(report, as: options.view, nutrients: options.nutrients)
        switch options.format {
        case .json: return try shown.json()
        case .csv: return shown.csv(words: words, in: language)
        case .pdf: return try shown.pdf(words: words, in: language, inOunces: inOunces)
        case .png:
            let nutrients = options.nutrients.map { chosen in Nutrient.allCases.filter(chosen.contains) }
            let card = ShareCard(report, nutrients: nutrients ?? ShareCard.customary)
            return try card.png(words: words, in: language)
        }
    }

    private static func file(_ data: Data, as format: ReportOptions.Format, named name: String) -> Answer {
        guard format != .json else { return Answer(.ok, body: .json(Array(data))) }
        var headers = HTTPFields()
        headers[.contentDisposition] = "attachment; filename=\"\(name).\(format.rawValue)\""
        return Answer(.ok, headers: headers, body: .text(Array(data), mediaType: format.mediaType))
    }

    /// The subject of a stored report.
    private enum Subject {
        case meal(MealID)
        case day(CalendarDay)
    }

    private static func subject(_ body: JSONValue) throws(ProblemDetails) -> Subject {
        var fields = try BodyFields(body)
        let meal = fields.optionalID("mealId", of: MealID.self), text = fields.optionalText("date", length: 1...10)
        let day = text.flatMap { CalendarDay($0) }
        if text != nil, day == nil { fields.report("date", .notADay) }
        if (meal == nil) == (day == nil), !fields.hasProblem(among: ["mealId", "date"]) {
            fields.report(
                "mealId",
                .init(.oneRequired, "either a mealId or a date must be given", ["fields": .texts(["mealId", "date"])]))
        }
        try fields.finish()
        if let meal { return .meal(meal) }
        guard let day else { throw ProblemDetails(.invalidFields) }
        return .day(day)
    }

    private static func day(
        _ name: String, in query: [(name: String, value: String)]
    ) throws(ProblemDetails) -> CalendarDay {
        guard let day = query.first(where: { $0.name == name }).flatMap({ CalendarDay($0.value) }) else {
            throw ProblemDetails(
                .malformedRequest, errors: [.init(parameter: name, .init(.notADay, "Must be a day as YYYY-MM-DD."))])
        }
        return day
    }
}
