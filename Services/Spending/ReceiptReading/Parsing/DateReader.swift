import Quantities

/// Known facts about a receipt.
package struct ReceiptContext: Sendable, Hashable {
    /// The day on which the receipt was submitted; a purchase cannot be later.
    package var today: CalendarDay?
    /// ISO 3166 code of the person's country, for ambiguous receipts.
    package var country: String?
    /// The currency stated by the person, for receipts without one; it is never assumed.
    package var currency: Currency?

    /// Creates a context; all values are optional.
    package init(today: CalendarDay? = nil, country: String? = nil, currency: Currency? = nil) {
        self.today = today
        self.country = country
        self.currency = currency
    }
}

/// Finds the day and the time of a purchase.
///
/// 03/04/26 is ambiguous: the country decides the order, and days in the future are excluded.
struct DateReader {
    enum Order: Sendable { case dayFirst, monthFirst, yearFirst }

    struct Found {
        var day: CalendarDay
        var row: Int
        var range: Range<Int>
        var score: Double
    }

    let rows: [ReceiptRow]
    let country: String?
    let today: CalendarDay?

    /// The day with its place; its score is lower if another day was possible.
    func day() -> ReadField<CalendarDay>? {
        var found = rows.indices.flatMap { days(in: $0) }
        // Another number may be joined to the date without a space: #0934-000105/01/2018.
        if found.isEmpty { found = rows.indices.flatMap { days(in: $0, isGlued: true) } }
        guard let best = found.max(by: { ($0.score, -$0.row) < ($1.score, -$1.row) }) else { return nil }
        let rivals = found.filter { $0.row == best.row && $0.range == best.range && $0.day != best.day }
        let lead = rivals.map { best.score - $0.score }.min() ?? 1
        let row = rows[best.row].row
        let share = isToCome(best.day) ? Self.toComeConfidence : lead < 0.5 ? 0.6 : lead < 1 ? 0.8 : 1
        return ReadField(best.day, confidence: row.confidence * share, crop: row.crop(best.range))
    }

    /// Score of a day after the submission: it was misread, or the till's clock is wrong.
    private static let toComeConfidence = 0.3

    /// Whether a day is after the submission.
    func isToCome(_ day: CalendarDay) -> Bool { today.map { day > $0 } ?? false }

    /// The time of day, preferably on the row of the day.
    func time(near day: ReadField<CalendarDay>?) -> ReadField<ReceiptTime>? {
        var best: (score: Double, time: ReceiptTime, row: Int, range: Range<Int>)?
        for (index, row) in rows.enumerated() {
            for (time, range) in times(in: Self.cleared(row.row.characters)) {
                var score = time.second == nil ? 0 : 0.2
                if !days(in: index).isEmpty { score += 2 }
                if row.words.has(Self.timeWords) { score += 1 }
                if row.words.has(Self.otherTimes) { score -= 2 }
                if best.map({ score > $0.score }) ?? true { best = (score, time, index, range) }
            }
        }
        return best.map {
            ReadField($0.time, confidence: rows[$0.row].row.confidence, crop: rows[$0.row].row.crop($0.range))
        }
    }

    private static let dateWords = Phrase.list("date, dated, fecha, 日期, dt, sales date, le")
    private static let timeWords = Phrase.list("time, heure, hora, 时间, date, fecha, 日期")
    private static let otherTimes = Phrase.list(
        "hours, open, heures, ouvert, horario, 营业, closed, pickup, mon, sun, return, expires")
    private static let otherDates = Phrase.list(
        """
        expires, expiry, exp, valid, until, before, return, returns, dob, printed, due, act, expire, expira, vence, \
        expiration, expiring, valable, 有效, best, survey, since, use by, sell by, hasta, valido, valida, caducidad,
        vencimiento, consumir, jusqu, promo, promotion, offre, offer, oferta, coupon, echange, retour, 截止, 到期, 保质期
        """
    )

    // MARK: - Days

    private func days(in index: Int, isGlued: Bool = false) -> [Found] {
        let row = rows[index], text = Self.cleared(row.row.characters)
        var base = 0.0
        if row.words.has(Self.dateWords) { base += 1 }
        if row.words.has(Self.otherDates) { base -= 1.5 }
        var found: [Found] = []
        for (numbers, range, isNamed) in Self.triples(in: text, isGlued: isGlued) {
            let hasTime = !times(in: text).isEmpty
            for (day, fit) in readings(of: numbers, isNamed: isNamed) {
                found.append(Found(day: day, row: index, range: range, score: base + fit + (hasTime ? 0.6 : 0)))
            }
        }
        return found
    }

    /// The possible days for three numbers, with their plausibility.
    private func readings(of parts: [Part], isNamed: Bool) -> [(CalendarDay, Double)] {
        var readings: [(CalendarDay, Double)] = []
        func add(_ year: Part, _ month: Part, _ day: Part, _ fit: Double) {
            let full = year.digits == 4 ? year.value : year.digits == 2 ? 2000 + year.value : -1
            guard (1990...2099).contains(full), let date = CalendarDay(year: full, month: month.value, day: day.value)
            else { return }
            readings.append((date, fit + plausibility(of: date)))
        }
        if isNamed {
            guard let month = parts.firstIndex(where: \.isMonth) else { return [] }
            let rest = parts.indices.filter { $0 != month }.map { parts[$0] }
            if rest[0].digits == 4 {
                add(rest[0], parts[month], rest[1], 1)
            } else {
                add(rest[1], parts[month], rest[0], 1)
            }
            return readings
        }
        let order = expected
        if parts[0].digits == 4 {
            add(parts[0], parts[1], parts[2], 1)
        } else {
            // Canada uses all three orders: of the two that end with the year, English-speaking shops mostly begin with
            // the month, French-speaking ones with the day.
            let isOpen = country == "CA" && order == .yearFirst, isFrench = isOpen && self.isFrench
            add(parts[2], parts[1], parts[0], order == .dayFirst ? 0.9 : isFrench ? 0.4 : 0.3)
            add(parts[2], parts[0], parts[1], order == .monthFirst ? 0.9 : isOpen && !isFrench ? 0.4 : 0.3)
            if parts[2].digits == 2 { add(parts[0], parts[1], parts[2], order == .yearFirst ? 0.9 : 0.1) }
        }
        return readings
    }

    /// The plausibility of a day: no purchase is later than the submission, and few receipts are several years old.
    private func plausibility(of day: CalendarDay) -> Double {
        guard let today else { return day.year < 2010 || day.year > 2035 ? -1 : 0 }
        let age = day.days(until: today)
        if age < 0 { return age < -1 ? -3 : -1.5 }
        return age < 120 ? 0.9 : age < 800 ? 0.4 : age < 4_000 ? 0 : -1
    }

    /// Whether the text is French.
    private var isFrench: Bool { rows.contains { $0.words.has(Self.frenchWords) } }

    private static let frenchWords = Phrase.list(
        "tps, tvq, sous-total, sous total, montant, merci, heure, facture, caisse, caissier, comptant, monnaie")

    /// The order of dates in the country.
    private var expected: Order {
        switch country {
        case "US", "PH": .monthFirst
        case "CA": today == nil ? .monthFirst : .yearFirst
        case "CN", "TW", "JP", "KR", "HK": .yearFirst
        default: .dayFirst
        }
    }

    // MARK: - Forms

    /// A text in which letters beside digits are the digits that they look like: O4/03/2O26.
    static func cleared(_ text: [Character]) -> [Character] {
        var cleared = text
        for index in text.indices {
            guard let digit = lookalikes[text[index]] else { continue }
            let before = index > 0 ? text[index - 1] : " ", after = index + 1 < text.count ? text[index + 1] : " "
            let isInside = [before, after].allSatisfy { $0.isASCIIDigit || " /-.:".contains($0) }
            if isInside, before.isASCIIDigit || after.isASCIIDigit { cleared[index] = digit }
        }
        return cleared
    }

    private static let lookalikes: [Character: Character] = ["O": "0", "o": "0", "l": "1", "I": "1", "|": "1"]

    struct Part {
        var value: Int
        var digits: Int
        var isMonth = false
    }

    /// Finds three numbers with equal separators, a date with the month's name, or eight digits.
    static func triples(in text: [Character], isGlued: Bool = false) -> [(
        parts: [Part], range: Range<Int>, isNamed: Bool
    )] {
        var found: [(parts: [Part], range: Range<Int>, isNamed: Bool)] = []
        var start = 0
        while start < text.count {
            let before = start > 0 ? text[start - 1] : " "
            let isDay = isGlued && start + 2 < text.count && text[start + 2] == "/"
            if (before.isNumber && !isDay) || (before.isLetter && !before.isIdeograph && text[start].isLetter) {
                start += 1
                continue
            }
            if let (parts, end, isNamed) = triple(at: start, in: text) {
                found.append((parts, start..<end, isNamed))
                start = end
            } else {
                start += 1
            }
        }
        return found
    }

    private static func triple(at start: Int, in text: [Character]) -> (parts: [Part], end: Int, isNamed: Bool)? {
        var parts: [Part] = [], index = start, mark: Character?
        while parts.count < 3 {
            guard let (part, end) = part(at: index, in: text) else { break }
            parts.append(part)
            index = end
            if parts.count == 3 { break }
            var next = index, seen: Character?
            while next < text.count, " /-.,年月'".contains(text[next]), next - index < 3 {
                if text[next] != " " { seen = text[next] }
                next += 1
            }
            // 4 de marzo de 2026
            if next > index, String(text[next...].prefix(3)).lowercased() == "de " { next += 3 }
            let isNamed = parts.contains(where: \.isMonth) || self.part(at: next, in: text)?.part.isMonth == true
            if !isNamed {
                guard let seen, mark == nil || mark == seen || "年月".contains(seen) else {
                    return compact(at: start, in: text)
                }
                if seen == "," { return nil }
                mark = seen
            }
            index = next
        }
        guard parts.count == 3 else { return compact(at: start, in: text) }
        let isNamed = parts.count(where: \.isMonth) == 1
        if parts.contains(where: \.isMonth), !isNamed { return nil }
        if isNamed, parts[2].isMonth { return nil }
        guard isNamed || parts.filter({ $0.digits == 4 }).count <= 1 else { return nil }
        if !isNamed, parts[1].digits > 2 { return nil }
        if parts[2].digits > 4 || parts[0].digits > 4 || parts[2].digits == 3 || parts[0].digits == 3 { return nil }
        // With a further digit it is a longer number, unless a time follows without a space: 20/03/201813:01.
        if index < text.count, text[index].isNumber, !(parts[2].digits == 4 && isTime(at: index, in: text)) {
            return nil
        }
        return (parts, index, isNamed)
    }

    private static func isTime(at start: Int, in text: [Character]) -> Bool {
        [start + 1, start + 2].contains {
            $0 < text.count && text[$0] == ":" && text[start..<$0].allSatisfy(\.isASCIIDigit)
        }
    }

    /// Reads eight digits such as 20180304.
    private static func compact(at start: Int, in text: [Character]) -> (parts: [Part], end: Int, isNamed: Bool)? {
        let end = start + 8
        guard end <= text.count, text[start..<end].allSatisfy(\.isASCIIDigit), end == text.count || !text[end].isNumber,
            text[start] == "2", text[start + 1] == "0", let year = Int(String(text[start..<start + 4])),
            let month = Int(String(text[start + 4..<start + 6])), let day = Int(String(text[start + 6..<end])),
            (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        return ([Part(value: year, digits: 4), Part(value: month, digits: 2), Part(value: day, digits: 2)], end, false)
    }

    private static func part(at start: Int, in text: [Character]) -> (part: Part, end: Int)? {
        guard start < text.count else { return nil }
        var end = start
        if text[start].isASCIIDigit {
            while end < text.count, text[end].isASCIIDigit, end - start < 5 { end += 1 }
            // A time may be joined to the year without a space: 22/12/201714:03.
            if end - start == 5, text[start] == "2", text[start + 1] == "0", isTime(at: start + 4, in: text) {
                end = start + 4
                return Int(String(text[start..<end])).map { (Part(value: $0, digits: 4), end) }
            }
            // The O of October was read as a zero: 300CT.
            if end < text.count, text[end - 1] == "0", "Cc".contains(text[end]) {
                guard end - start > 1 else { return letters(at: start, in: text) }
                end -= 1
            }
            guard let value = Int(String(text[start..<end])) else { return nil }
            let behind = String(text[end...].prefix { $0.isLetter }).lowercased()
            let isOrdinal = end - start < 3 && ["st", "nd", "rd", "th", "er"].contains(behind)
            return (Part(value: value, digits: end - start), isOrdinal ? end + 2 : end)
        }
        return letters(at: start, in: text)
    }

    private static func letters(at start: Int, in text: [Character]) -> (part: Part, end: Int)? {
        var end = start + 1
        guard !text[start].isIdeograph else { return nil }
        while end < text.count, text[end].isLetter, !text[end].isIdeograph, end - start < 12 { end += 1 }
        guard end - start > 2, let month = month(PrintedWords.folded(String(text[start..<end]))) else { return nil }
        return (Part(value: month, digits: 0, isMonth: true), end)
    }

    /// The month of a name or its beginning, in English, French, Spanish, German, Dutch, Italian or Portuguese.
    static func month(_ name: String) -> Int? {
        let names = [
            ["january", "janvier", "enero", "jan", "janv", "ene", "januar", "januari", "gennaio", "janeiro", "gen"],
            ["february", "fevrier", "febrero", "feb", "fev", "fevr", "februar", "februari", "febbraio", "fevereiro"],
            ["march", "mars", "marzo", "mar", "marz", "maerz", "maart", "marco", "mrt"],
            ["april", "avril", "abril", "apr", "avr", "abr", "aprile"],
            ["may", "mai", "mayo", "mei", "maggio", "maio", "mag"],
            ["june", "juin", "junio", "jun", "juni", "giugno", "junho", "giu"],
            ["july", "juillet", "julio", "jul", "juil", "juli", "luglio", "julho", "lug"],
            ["august", "aout", "agosto", "aug", "ago", "augustus"],
            ["september", "septembre", "septiembre", "sep", "sept", "settembre", "setembro", "set"],
            ["october", "octobre", "octubre", "oct", "oktober", "ottobre", "outubro", "okt", "ott", "out"],
            ["november", "novembre", "noviembre", "nov", "novembro"],
            ["december", "decembre", "diciembre", "dec", "dic", "dezember", "dicembre", "dezembro", "dez"],
        ]
        return names.firstIndex { $0.contains(name) }.map { $0 + 1 }
    }

    // MARK: - Times

    /// Finds two or three numbers separated by colons, with AM or PM, or in the French form `13 h 05`.
    func times(in text: [Character]) -> [(ReceiptTime, Range<Int>)] {
        var found: [(ReceiptTime, Range<Int>)] = []
        var index = 0
        while index < text.count {
            guard text[index].isASCIIDigit, let (time, end) = time(at: index, in: text) else {
                index += 1
                continue
            }
            found.append((time, index..<end))
            index = end
        }
        return found
    }

    private func time(at start: Int, in text: [Character]) -> (ReceiptTime, Int)? {
        func number(_ index: Int, upTo count: Int) -> (value: Int, end: Int)? {
            var end = index
            while end < text.count, text[end].isASCIIDigit, end - index < count { end += 1 }
            return Int(String(text[index..<min(end, text.count)])).map { ($0, end) }
        }
        // A year may precede without a space; then the last two digits before the colon are the hour.
        guard var hour = number(start, upTo: 2), hour.end < text.count else { return nil }
        var index = hour.end
        let isFrench = text[index] == "h" || (text[index] == " " && index + 1 < text.count && text[index + 1] == "h")
        if isFrench {
            index += text[index] == "h" ? 1 : 2
            if index < text.count, text[index] == " " { index += 1 }
        } else {
            guard ":时".contains(text[index]) else { return nil }
            index += 1
        }
        guard let minute = number(index, upTo: 2), minute.end - index == 2 else { return nil }
        index = minute.end
        var second: Int?
        if index < text.count, text[index] == ":" || text[index] == "分", let value = number(index + 1, upTo: 2),
            value.end - index == 3
        {
            second = value.value
            index = value.end
        }
        if index < text.count, text[index].isASCIIDigit { return nil }
        let rest = String(text[index...].prefix(6)).lowercased().filter { $0 != " " && $0 != "." }
        // 6:05P
        let isEvening =
            "pP".contains(index < text.count ? text[index] : " ")
            && (index + 1 >= text.count || !text[index + 1].isLetter)
        if rest.hasPrefix("pm") || isEvening, hour.value < 12 { hour.value += 12 }
        if rest.hasPrefix("am"), hour.value == 12 { hour.value = 0 }
        return ReceiptTime(hour: hour.value, minute: minute.value, second: second).map { ($0, index) }
    }
}
