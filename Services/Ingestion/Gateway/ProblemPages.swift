import HTTPTypes
import IngestionCore
import ServiceRuntime

/// Explains each kind of problem at the address that its `type` refers to.
struct ProblemPages: Sendable {
    /// The explanation of a kind, in one language.
    private struct Explanation: Encodable {
        let type: String
        let title: String
        /// The HTTP status that the kind is sent with.
        let status: Int
        let cause: String
        let remedy: String
    }

    /// The texts by key and language, as in `problems.tsv`.
    private let texts: [String: [ContentLanguage: String]]

    init() {
        let rows = String(decoding: PackageResources.problems_tsv, as: UTF8.self).split(separator: "\n")
        texts = rows.filter { !$0.hasPrefix("#") }.reduce(into: [:]) { texts, row in
            let columns = row.split(separator: "\t").map(String.init)
            texts[columns[0]] = Dictionary(uniqueKeysWithValues: zip(ContentLanguage.allCases, columns.dropFirst()))
        }
    }

    /// The page of a kind, or the same as JSON, in the language of `Accept-Language`.
    func read(_ call: Call) throws -> Answer {
        let language = ContentLanguage.accepted(by: call.headers[values: .acceptLanguage]).first ?? .en
        guard let kind = call.id.flatMap(ProblemKind.init(rawValue:)),
            let cause = texts["\(kind.rawValue).cause"]?[language],
            let remedy = texts["\(kind.rawValue).remedy"]?[language]
        else { throw ProblemDetails(.notFound) }
        let explanation = Explanation(
            type: kind.path, title: kind.title(in: language), status: kind.statusCode, cause: cause, remedy: remedy)
        var answer =
            try call.prefersHTML
            ? Self.page(explanation, in: language).answer : .json(.ok, explanation)
        answer.headers[.contentLanguage] = language.rawValue
        answer.headers[.cacheControl] = "public, max-age=300"
        answer.headers.vary(by: "Accept")
        answer.headers.vary(by: "Accept-Language")
        return answer
    }

    private static func page(_ explanation: Explanation, in language: ContentLanguage) -> HTMLPage {
        let words = words(in: language)
        return HTMLPage(
            title: explanation.title, language: language.rawValue,
            body: """
                <main>
                <h1>\(HTMLPage.escaped(explanation.title))</h1>
                <p><code>\(explanation.type)</code> · HTTP \(explanation.status)</p>
                <h2>\(words.cause)</h2>
                <p>\(HTMLPage.code(in: explanation.cause))</p>
                <h2>\(words.remedy)</h2>
                <p>\(HTMLPage.code(in: explanation.remedy))</p>
                <p><a href="/docs">\(words.reference)</a></p>
                </main>
                """)
    }

    private static func words(in language: ContentLanguage) -> (cause: String, remedy: String, reference: String) {
        switch language {
        case .en: ("Cause", "What to do", "API reference")
        case .fr: ("Cause", "Que faire", "Référence de l’API")
        case .es: ("Causa", "Qué hacer", "Referencia de la API")
        case .zh: ("原因", "解决方法", "API 参考")
        }
    }
}
