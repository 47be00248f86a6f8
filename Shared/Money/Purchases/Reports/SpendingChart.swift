/// A bar chart of spending in SVG, readable without color, with the figures as text for screen readers.
package struct SpendingChart: Sendable {
    /// One bar.
    package struct Bar: Sendable {
        package let label: String
        /// The displayed amount, for example `12.34`.
        package let amountText: String
        package let amount: Int64

        /// A bar with its texts.
        package init(label: String, amountText: String, amount: Int64) {
            self.label = label
            self.amountText = amountText
            self.amount = amount
        }
    }

    private let title: String
    private let bars: [Bar]

    /// A chart with a title.
    package init(title: String, bars: [Bar]) {
        self.title = title
        self.bars = bars
    }

    /// The chart as an SVG 1.1 document.
    package var svg: String {
        let row = 28, label = 180, width = 640, top = 44
        let height = top + row * max(1, bars.count) + 12
        let largest = max(1, bars.map { $0.amount }.max() ?? 1)
        var text = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" role="img" aria-labelledby="t">
            <title id="t">\(Self.escaped(title))</title>
            <rect width="100%" height="100%" fill="#ffffff"/>
            <g font-family="sans-serif" font-size="14" fill="#1a1a1a">
            <text x="12" y="26" font-size="18">\(Self.escaped(title))</text>

            """
        for (place, bar) in bars.enumerated() {
            let y = top + row * place, room = width - label - 110
            let length = bar.amount <= 0 ? 0 : Int((Double(bar.amount) / Double(largest) * Double(room)).rounded())
            text += """
                <text x="\(label - 8)" y="\(y + 17)" \
                text-anchor="end">\(Self.escaped(String(bar.label.prefix(24))))</text>
                <rect x="\(label)" y="\(y + 4)" width="\(length)" height="18" fill="#1f6f54"/>
                <text x="\(label + length + 6)" y="\(y + 17)">\(Self.escaped(bar.amountText))</text>

                """
        }
        return text + "</g>\n</svg>\n"
    }

    /// Escapes a text for XML; drops characters that XML does not allow.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\t", "\n", "\r": escaped += " "
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: continue
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
