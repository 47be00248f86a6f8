import SandboxBank

/// The page where a person pays or confirms a payment to their bank.
struct SandboxPage {
    let name: String
    let view: SandboxBank.PageView
    let message: String?
    /// The card whose bank requires confirmation; nil if none does.
    let asksFor: String?

    /// The page as HTML.
    var html: String {
        return """
            <!doctype html><html lang="en"><head><meta charset="utf-8">
            <meta name="viewport" content="width=device-width"><title>Payment sandbox</title>
            <style>body{font-family:sans-serif;max-width:28rem;margin:2rem auto;padding:0 1rem}table{width:100%}</style>
            </head><body><h1>Payment sandbox</h1><p>No money moves here.</p>
            \(details)
            \(message.map { "<p role=\"alert\"><strong>\(Self.escaped($0))</strong></p>" } ?? "")\(form)</body></html>
            """
    }

    /// The HTML of the payment, or of the terms to agree to.
    private var details: String {
        if let terms = view.terms { return "<p>\(Self.escaped(terms))</p>" }
        let lines = view.lines.map { line in
            "<tr><td>\(Self.escaped(line.title))</td><td align=\"right\">\(amount(line.amount))</td></tr>"
        }.joined()
        return """
            <table>\(lines)<tr><th align="left">Total</th><th align="right">\(amount(view.total))</th></tr></table>
            """
    }

    private var form: String {
        guard view.isOpen else { return "<p>This page is closed.</p>" }
        if let asksFor {
            return """
                <form method="post"><input type="hidden" name="card" value="\(Self.escaped(asksFor))">
                <p>Your bank asks: is it you who pays?</p>
                <button name="confirmed" value="yes">Yes</button> <button name="confirmed" value="no">No</button></form>
                """
        }
        return """
            <form method="post"><label>Card number <input name="card" inputmode="numeric" autocomplete="off"
            placeholder="4242 4242 4242 4242" required></label> \
            <button>\(view.terms == nil ? "Pay" : "Leave this card")</button></form>
            <p>Test cards: 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined, 4000 0025 0000 3155 asks the \
            person.</p>
            """
    }

    private func amount(_ minorUnits: Int64) -> String {
        let cents = String(minorUnits % 100)
        return "\(minorUnits / 100).\(cents.count == 1 ? "0" : "")\(cents) \(view.currency.uppercased())"
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
