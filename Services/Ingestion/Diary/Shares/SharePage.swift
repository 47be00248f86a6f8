import FoodCatalogue
import IngestionCore

/// The HTML page of a shared link: the picture, its figures as text, and preview tags for other sites.
struct SharePage: Sendable {
    /// The content security policy, which allows only the page's own picture.
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
        <meta property="og:title" content="\(HTMLPage.escaped(title))">
        <meta property="og:description" content="\(HTMLPage.escaped(text))">
        <meta property="og:image" content="\(HTMLPage.escaped(picture))">
        <meta property="og:image:alt" content="\(HTMLPage.escaped(text))">
        <title>\(HTMLPage.escaped(title)) · Food Magic</title>
        </head>
        <body>
        <main>
        <h1>\(HTMLPage.escaped(title))</h1>
        <p><img src="\(HTMLPage.escaped(picture))" alt="\(HTMLPage.escaped(text))" width="360" height="360"></p>
        <p>\(HTMLPage.escaped(text))</p>
        </main>
        </body>
        </html>

        """
    }
}
