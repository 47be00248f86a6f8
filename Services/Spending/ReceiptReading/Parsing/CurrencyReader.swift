import Quantities

/// Finds the currency printed on a receipt; it is never assumed.
struct CurrencyReader {
    let rows: [PrintedRow]
    let country: String?

    private static let names: [String: String] = [
        "CAD": "CAD", "CA$": "CAD", "C$": "CAD", "USD": "USD", "US$": "USD", "RM": "MYR", "MYR": "MYR", "EUR": "EUR",
        "€": "EUR", "EUROS": "EUR", "Euros": "EUR", "euros": "EUR",
        "GBP": "GBP", "£": "GBP", "MXN": "MXN", "MX$": "MXN", "CNY": "CNY", "RMB": "CNY", "JPY": "JPY", "AUD": "AUD",
        "NZD": "NZD",
        "SGD": "SGD", "HKD": "HKD", "HK$": "HKD", "TWD": "TWD", "NT$": "TWD", "KRW": "KRW", "₩": "KRW", "₹": "INR",
        "INR": "INR",
        "CHF": "CHF", "元": "CNY", "PLN": "PLN", "zł": "PLN", "ZŁ": "PLN", "CZK": "CZK", "Kč": "CZK", "SEK": "SEK",
        "NOK": "NOK", "DKK": "DKK", "HUF": "HUF", "R$": "BRL",
    ]
    /// The names by their first characters.
    private static let symbols = Dictionary(
        grouping: names.map { (name: Array($0.key), code: $0.value) }, by: { $0.name[0] })
    private static let dollars = ["CA": "CAD", "US": "USD", "MX": "MXN", "AU": "AUD"]

    /// The currency, by its code or sign, or by a dollar or yuan sign together with the country.
    func currency() -> ReadField<Currency>? {
        var votes: [String: (count: Int, row: Int, range: Range<Int>)] = [:]
        var dollar: (row: Int, range: Range<Int>)?, yen: (row: Int, range: Range<Int>)?
        for (index, row) in rows.enumerated() {
            let characters = row.characters
            for place in characters.indices {
                for (name, code) in Self.symbols[characters[place]] ?? [] {
                    let end = place + name.count
                    guard end <= characters.count, characters[place..<end].elementsEqual(name),
                        isApart(characters, place, end, name)
                    else { continue }
                    votes[code] = (
                        votes[code].map { $0.count + 1 } ?? 1, votes[code]?.row ?? index,
                        votes[code]?.range ?? place..<end
                    )
                }
                if characters[place] == "$", dollar == nil { dollar = (index, place..<place + 1) }
                if characters[place] == "¥", yen == nil { yen = (index, place..<place + 1) }
            }
        }
        if let (code, best) = votes.max(by: { ($0.value.count, $1.key) < ($1.value.count, $0.key) }) {
            return field(code, best.row, best.range, 1)
        }
        if let dollar, let code = country.flatMap({ Self.dollars[$0] }) {
            return field(code, dollar.row, dollar.range, 0.9)
        }
        if let yen {
            return field(
                country == "JP" || hasKana ? "JPY" : "CNY", yen.row, yen.range, country == nil ? 0.6 : 0.9)
        }
        // Taxes and postal codes of Canada or the United States imply the country's currency.
        if let code = country.flatMap({ ["CA": "CAD", "US": "USD", "MX": "MXN", "MY": "MYR"][$0] }) {
            return Currency(code).map { ReadField($0, confidence: 0.7, crop: nil) }
        }
        return nil
    }

    /// Whether some of the text is Japanese.
    private var hasKana: Bool { rows.contains { $0.characters.contains(where: \.isKana) } }

    private func field(_ code: String, _ row: Int, _ range: Range<Int>, _ share: Double) -> ReadField<Currency>? {
        Currency(code).map { ReadField($0, confidence: rows[row].confidence * share, crop: rows[row].crop(range)) }
    }

    /// Whether a code is separate or followed by digits; with adjacent letters it is a part of a word.
    private func isApart(_ characters: [Character], _ start: Int, _ end: Int, _ name: [Character]) -> Bool {
        guard name.last?.isASCIILetter ?? false else {
            return !(start > 0 && characters[start - 1].isASCIILetter && name.first?.isASCIILetter ?? false)
        }
        let before = start > 0 ? characters[start - 1] : " ", after = end < characters.count ? characters[end] : " "
        return !before.isLetter && !before.isNumber && !after.isLetter
    }
}
