import Crypto
import Foundation
import HTTPTypes

/// An HTML page of the gateway itself: static, without scripts, with one embedded style that its policy allows by hash.
package struct HTMLPage: Sendable {
    /// The title, without markup.
    package let title: String
    /// Tag of the page's language, such as `en`.
    package let language: String
    /// The HTML of the body, in which texts are already escaped.
    package let body: String

    package init(title: String, language: String, body: String) {
        self.title = title
        self.language = language
        self.body = body
    }

    /// The content security policy, which allows only the page's style.
    package static let policy =
        """
        default-src 'none'; style-src 'sha256-\(Data(SHA256.hash(data: Data(style.utf8))).base64EncodedString())'; \
        base-uri 'none'; form-action 'none'; frame-ancestors 'none'
        """

    /// The whole document.
    package var html: String {
        """
        <!DOCTYPE html>
        <html lang="\(language)">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(Self.escaped(title)) · Food Magic</title>
        <style>\(Self.style)</style>
        </head>
        <body>
        \(body)
        </body>
        </html>

        """
    }

    /// The page as an answer, which caches may keep for five minutes.
    package var answer: Answer {
        var headers = HTTPFields()
        headers[.contentSecurityPolicy] = Self.policy
        headers[.contentLanguage] = language
        headers[.cacheControl] = "public, max-age=300"
        return Answer(.ok, headers: headers, body: .text(Array(html.utf8), mediaType: "text/html; charset=utf-8"))
    }

    /// Escapes text for HTML elements and quoted attributes.
    package static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }

    /// Escapes text, and sets names between backticks in a fixed-width font.
    package static func code(in text: String) -> String {
        escaped(text).split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .map { $0.offset.isMultiple(of: 2) ? String($0.element) : "<code>\($0.element)</code>" }.joined()
    }

    private static let style = """
        :root{color-scheme:light dark}
        body{font:1rem/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1rem}
        code,pre{font:.9em/1.4 ui-monospace,monospace;overflow-wrap:anywhere}
        pre{overflow:auto;padding:.6rem;border:1px solid #8888;border-radius:.3rem}
        table{border-collapse:collapse;width:100%}
        th,td{text-align:left;vertical-align:top;padding:.2rem .6rem .2rem 0;border-bottom:1px solid #8884}
        section{margin:2.5rem 0}
        """
}

extension Call {
    /// Whether the client prefers HTML to JSON by its `Accept` header; false if it lists neither.
    package var prefersHTML: Bool {
        func weight(of name: String) -> Double {
            for range in headers[values: .accept].flatMap({ HeaderText.split($0.lowercased(), at: ",") }) {
                let parts = HeaderText.split(range, at: ";")
                guard parts.first == name else { continue }
                return parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            }
            return 0
        }
        return weight(of: "text/html") > weight(of: "application/json")
    }
}
