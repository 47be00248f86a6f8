import FoodCatalogue

/// The HTML page of a shared link: the picture, its figures as text, and what other sites preview.
struct SharePage: Sendable {
    /// Allows only the page's own picture.
    static let policy =
        "default-src 'none'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    let title: String
    /// The figures of the picture.
    let text: String
    let language: FoodLanguage
    /// The absolute address of the picture.
    let picture: String

    var html: String {
        """
        <!DOCTYPE html>
        <html lang="\(language.rawValue)">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="robots" content="noindex">
        <meta property="og:type" content="website">
        <meta property="og:title" content="\(Self.escaped(title))">
        <meta property="og:description" content="\(Self.escaped(text))">
        <meta property="og:image" content="\(Self.escaped(picture))">
        <meta property="og:image:alt" content="\(Self.escaped(text))">
        <title>\(Self.escaped(title)) · Food Magic</title>
        </head>
        <body>
        <main>
        <h1>\(Self.escaped(title))</h1>
        <p><img src="\(Self.escaped(picture))" alt="\(Self.escaped(text))" width="360" height="360"></p>
        <p>\(Self.escaped(text))</p>
        </main>
        </body>
        </html>

        """
    }

    /// Escapes text for HTML elements and quoted attributes.
    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}
