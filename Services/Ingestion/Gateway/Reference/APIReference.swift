import IngestionCore
import ServiceRuntime
import Threads

/// The API reference for browsers: the description of the API as static pages.
///
/// `/docs` lists all operations by feature, `/docs/<feature>` describes those of a feature, `/docs/schemas` the
/// schemas.
struct APIReference: Sendable {
    /// Rendered once from the API description and the table of routes, then cached; about 1 MB.
    ///
    /// The first use blocks its thread while rendering.
    private static let shared = APIReference()
    private static let lanes = WorkLanes(label: "reference", lanes: 1, capacity: 1_000)

    /// The name of the page with the schemas.
    private static let schemas = "schemas"

    /// The pages by the last part of their address; the empty name is the table of contents.
    let pages: [String: HTMLPage]

    private init() {
        let text = String(decoding: IngestionService.description, as: UTF8.self)
        guard let description = try? APIDescription(yaml: text) else {
            pages = [:]
            return
        }
        let operations = Dictionary(grouping: description.operations, by: \.tag)
        let view = OperationSection(description: description)
        var pages = ["": Self.contents(description, operations)]
        for tag in description.tags {
            let parts = (operations[tag.name] ?? []).map(view.html)
            pages[tag.name] = Self.page(
                tag.name, description,
                "<p>\(HTMLPage.code(in: tag.text))</p>\n\(parts.joined(separator: "\n"))")
        }
        let schemas = description.schemas.map { name, schema in
            "<section id=\"\(name)\">\n<h2>\(name)</h2>\n\(SchemaView(description).table(of: schema))\n</section>"
        }
        pages[Self.schemas] = Self.page(Self.schemas, description, schemas.joined(separator: "\n"))
        self.pages = pages
    }

    private static func contents(
        _ description: APIDescription, _ operations: [String: [APIDescription.Operation]]
    ) -> HTMLPage {
        let info = description.root["info"]
        let parts = description.tags.map { tag in
            let rows = (operations[tag.name] ?? []).map { operation in
                """
                <tr><td><a href="/docs/\(tag.name)#\(operation.id)"><code>\(operation.method) \
                \(operation.path)</code></a></td><td>\(HTMLPage.code(in: operation.summary))</td></tr>
                """
            }
            return """
                <section id="\(tag.name)">
                <h2><a href="/docs/\(tag.name)">\(tag.name)</a></h2>
                <p>\(HTMLPage.code(in: tag.text))</p>
                <table>\(rows.joined(separator: "\n"))</table>
                </section>
                """
        }
        let problems = ProblemKind.allCases.map { kind in
            """
            <tr><td>\(kind.statusCode)</td><td><a href="\(kind.path)"><code>\(kind.rawValue)</code></a></td>\
            <td>\(HTMLPage.escaped(kind.title))</td></tr>
            """
        }
        let body = """
            <p>Version \(info?["version"]?.text ?? ""). The same as a file for tools: \
            <a href="/openapi.yaml"><code>/openapi.yaml</code></a>.</p>
            <p>\(HTMLPage.code(in: info?["description"]?.text ?? ""))</p>
            \(parts.joined(separator: "\n"))
            <section id="problems">
            <h2>Problem types</h2>
            <table>\(problems.joined(separator: "\n"))</table>
            </section>
            """
        return page("API reference", description, body)
    }

    private static func page(_ title: String, _ description: APIDescription, _ body: String) -> HTMLPage {
        let links = (description.tags.map(\.name) + [schemas]).map { "<a href=\"/docs/\($0)\">\($0)</a>" }
        return HTMLPage(
            title: title, language: "en",
            body: """
                <nav aria-label="Reference"><a href="/docs">Contents</a> · \(links.joined(separator: " · "))</nav>
                <main>
                <h1>\(title)</h1>
                \(body)
                </main>
                """)
    }
}

extension APIReference {
    /// Starts rendering the pages on a separate thread, so that they are available to the first reader.
    static func prepare() { NamedThread.start("reference") { _ = Self.shared } }

    /// The table of contents, or the page named by the path.
    ///
    /// - Throws: `notFound` for an unknown page, `tooManyRequests` if too many wait for the rendering.
    static func read(_ call: Call) async throws -> Answer {
        let reference: APIReference
        do {
            // Until the pages are rendered, a request waits without blocking a thread of the cooperative pool.
            reference = try await lanes.run { Self.shared }
        } catch {
            throw ProblemDetails.tooManyRequests(retryAfter: .seconds(1))
        }
        guard let page = reference.pages[call.id ?? ""] else { throw ProblemDetails(.notFound) }
        return page.answer
    }
}
