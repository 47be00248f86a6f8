import FoodCatalogue
import FoodReports
import IngestionCore
import ServiceRuntime

/// The options of a report, from the query.
struct ReportOptions: Sendable, Equatable {
    /// The formats of a report.
    enum Format: String, Sendable, CaseIterable {
        case json, csv, pdf
        /// The picture for sharing.
        case png

        var mediaType: String {
            switch self {
            case .json: "application/json"
            case .csv: "text/csv; charset=utf-8"
            case .pdf: "application/pdf"
            case .png: "image/png"
            }
        }
    }

    let view: ReportView
    let format: Format
    /// The requested nutrients; nil for all.
    var nutrients: Set<Nutrient>?

    /// Parses `view`, `format` and `nutrients`.
    ///
    /// - Throws: `malformedRequest` with all invalid parameters.
    init(_ query: [(name: String, value: String)]) throws(ProblemDetails) {
        var problems: [ProblemDetails.FieldProblem] = []
        let view = query.first { $0.name == "view" }.map { ReportView(rawValue: $0.value) } ?? .simple
        if view == nil {
            problems.append(
                .init(
                    parameter: "view",
                    .init(.notAChoice, "Must be simple or detailed.", ["choices": .texts(["simple", "detailed"])])))
        }
        let codes = query.first { $0.name == "nutrients" }?.value.split(
            separator: ",", omittingEmptySubsequences: false)
        let nutrients = codes?.map { Nutrient(rawValue: String($0)) }
        if nutrients?.contains(nil) == true {
            problems.append(
                .init(parameter: "nutrients", .init(.notAChoice, "Must be codes of nutrients between commas.")))
        }
        let format = query.first { $0.name == "format" }.map { Format(rawValue: $0.value) } ?? .json
        if format == nil { problems.append(.init(parameter: "format", Self.formats(Format.allCases))) }
        guard problems.isEmpty, let view, let format else { throw ProblemDetails(.malformedRequest, errors: problems) }
        self.view = view
        self.format = format
        self.nutrients = nutrients.map { Set($0.compactMap(\.self)) }
    }

    /// The `format` of a query, JSON by default.
    ///
    /// - Throws: `malformedRequest` for an unsupported one.
    static func format(
        in query: [(name: String, value: String)], among offered: [Format]
    ) throws(ProblemDetails) -> Format {
        let format = query.first { $0.name == "format" }.map { Format(rawValue: $0.value) } ?? .json
        guard let format, offered.contains(format) else {
            throw ProblemDetails(.malformedRequest, errors: [.init(parameter: "format", formats(offered))])
        }
        return format
    }

    private static func formats(_ formats: [Format]) -> FieldFault {
        .notOneOf(formats.map(\.rawValue))
    }
}
