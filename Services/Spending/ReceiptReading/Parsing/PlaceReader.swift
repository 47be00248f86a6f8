import Foundation

/// Determines the seller, the place and the country.
struct PlaceReader {
    let rows: [ReceiptRow]
    /// The row where the list of items begins.
    let start: Int

    private static let greetings = Phrase.list(
        """
        welcome, welcome to, bienvenue, bienvenido, bienvenidos, 欢迎光临, 欢迎, receipt, tax invoice, invoice, sales receipt,
        customer copy, copie client, recu, facture, ticket de compra, copia cliente, simplified tax invoice, cash sales,
        cash receipt, official receipt, cash bill, 购物小票, 小票, 收据, copy, duplicate, original, guest check, cash, ticket,
        bienvenue chez, bienvenue a, bienvenidos a, bienvenido a, ticket client, ticket de caisse, exemplaire client,
        factura simplificada, ticket de venta, nota de venta, recibo, comprobante, customer receipt, your receipt,
        till receipt, vat receipt, merchant copy, store copy
        """)
    private static let suffixes = Phrase.list(
        """
        sdn bhd, s b, bhd, enterprise, enterprises, inc, ltd, llc, llp, corp, corporation, company, co, limited, ltee,
        limitee, incorporated, trading, sa de cv, s a de c v, s de rl, srl, gmbh, plc, pte, 有限公司, 公司, berhad
        """)
    private static let addresses = Phrase.list(
        """
        jalan, jln, lot, lorong, taman, street, st, avenue, ave, road, rd, blvd, boulevard, drive, dr, lane, hwy,
        highway, floor, suite, unit, no, mall, plaza, rue, chemin, av, calle, col, colonia, carretera, 路, 街, 区, 号, 市,
        level, ground, block, blk, city, seksyen, bandar, kuala, selangor, johor, bahru, malaysia, site, po box, pkwy,
        ch, autoroute, kampung, kawasan, persiaran, batu, lrg, km
        """)
    private static let streets = Phrase.list(
        "street, st, avenue, ave, road, rd, blvd, boulevard, drive, dr, lane, hwy, highway, rue, chemin, av")
    private static let telephones = Phrase.list("tel, phone, telephone, ph, telefono, tlf, tele, h p, t, 电话")
    private static let stores = Phrase.list(
        """
        store, str, st, magasin, succursale, tienda, sucursal, 门店, 店号, store no, shop, branch, loc, location, no \
        magasin, site
        """
    )

    // MARK: - The shop

    /// The shop's name: a company's full name among the first rows, or else the first row that is a name.
    func merchant() -> ReadField<String>? {
        let top = rows.indices.prefix(min(max(start, 4), 12))
        let heights = rows.map(\.row.height).sorted()
        let usual = heights.isEmpty ? 1 : heights[heights.count / 2]
        var best: (score: Double, rows: [Int], name: String)?
        for index in top where isName(rows[index], at: index) {
            var members = [index]
            while let next = following(members, in: top) { members.append(next) }
            let name = Self.cleaned(members.map { rows[$0].row.text }.joined(separator: " "))
            guard name.count(where: \.isLetter) > 1 else { continue }
            var score = 1 - Double(index) * 0.22
            if members.contains(where: { rows[$0].words.has(Self.suffixes) }) { score += 1.6 }
            score += min(0.8, max(-0.2, rows[index].row.height / usual - 1))
            if hasAddress(rows[index]) { score -= 1.2 }
            if rows[index].words.words.contains(where: { $0.text.count > 3 && $0.text.allSatisfy(\.isNumber) }) {
                score -= 0.3
            }
            if best.map({ score > $0.score }) ?? true { best = (score, members, name) }
        }
        guard let best else { return nil }
        let crops = best.rows.map { rows[$0].row.crop }
        let confidence = best.rows.map { rows[$0].row.confidence }.min() ?? 0
        return ReadField(
            best.name, confidence: confidence * (best.score > 0.8 ? 1 : 0.6),
            crop: crops.dropFirst().reduce(crops[0]) { $0.union($1) })
    }

    private func isName(_ row: ReceiptRow, at index: Int) -> Bool {
        guard
            row.words.words.reduce(0, { $0 + $1.text.count(where: \.isLetter) }) > 2
                || row.row.characters.contains(where: \.isIdeograph)
        else { return false }
        if row.row.characters.contains("@") || row.words.glued.contains("www") { return false }
        if isRegistration(row) || isAddress(row, at: index) { return false }
        // A shop may be named "The Store": at the very top, and without a number after it, these words are its name.
        let isTop = index < 2 && !row.row.characters.contains { $0.isNumber || $0 == ":" } && row.words.words.count > 1
        if row.kind == .notItem, !isTop, !row.words.has(Self.suffixes) { return false }
        if row.kind == .heading || row.kind == .points || row.kind == .refund { return false }
        let letters = row.words.words.filter { $0.text.contains(where: \.isLetter) }
        if let greeting = row.words.find(Self.greetings), letters.count(where: { !greeting.overlaps($0.range) }) == 0 {
            return false
        }
        return true
    }

    /// Whether a row is only an address: a house number with a street, or a postal code with a town.
    private func isAddress(_ row: ReceiptRow, at index: Int) -> Bool {
        guard let first = row.words.words.first?.text, first.allSatisfy(\.isNumber) else {
            return index > 0 && !row.words.has(Self.suffixes) && Self.hasStateCode(row.row.text)
        }
        return row.words.has(Self.streets) || index > 0 && first.count == 5
    }

    private func isRegistration(_ row: ReceiptRow) -> Bool {
        if row.words.has(ReceiptWords.registration, atStart: true) { return true }
        guard row.words.has(ReceiptWords.registration) else { return false }
        return (row.words.words.count < 6 && !row.words.has(Self.suffixes))
    }

    /// A company's name may span several rows, up to its legal form or a closing parenthesis.
    private func following(_ members: [Int], in top: Range<Int>.SubSequence) -> Int? {
        guard let last = members.last, top.contains(last + 1), members.count < 3 else { return nil }
        let row = rows[last], next = rows[last + 1]
        guard !isRegistration(next), next.kind != .notItem || next.words.has(Self.suffixes),
            abs(next.row.height / row.row.height - 1) < (startsWithRest(next) ? 0.8 : 0.45)
        else { return nil }
        if row.words.has(Self.suffixes.filter { $0.glued != "enterprise" && $0.glued != "co" && $0.glued != "company" })
        {
            return nil
        }
        let text = members.map { rows[$0].row.text }.joined()
        let isOpen = text.count(where: { $0 == "(" }) > text.count(where: { $0 == ")" })
        if isOpen, !hasAddress(next) { return last + 1 }
        if text.hasSuffix("&") || text.hasSuffix("-") { return last + 1 }
        guard !hasAddress(row), !hasAddress(next), next.words.has(Self.suffixes) else { return nil }
        // A second name with its own legal form is a different name.
        let own = next.words.words.filter { word in word.text.contains(where: \.isLetter) && word.text.count > 1 }
        return own.count <= 4 && !isCompany(row) && startsWithRest(next) ? last + 1 : nil
    }

    private func isCompany(_ row: ReceiptRow) -> Bool {
        row.words.has(Self.suffixes) && !row.words.has(Phrase.list("enterprise, co, company"))
    }

    /// Whether a row is only a legal form with little before it, so that it belongs to the name above.
    private func startsWithRest(_ row: ReceiptRow) -> Bool {
        let own = row.words.words.filter { word in
            word.text.count > 1 && word.text.contains(where: \.isLetter)
                && !Self.suffixes.contains { $0.words.contains(word.text) }
        }
        let isFirst =
            row.words.words.first.map { word in Self.suffixes.contains { $0.words.contains(word.text) } } ?? false
        return own.isEmpty || (own.count == 1 && isFirst)
    }

    private func hasAddress(_ row: ReceiptRow) -> Bool {
        if let range = row.words.find(Self.addresses) {
            let digits = row.row.characters.contains(where: \.isNumber)
            return digits || (range.lowerBound < 4 && !row.row.characters[range.lowerBound].isIdeograph)
        }
        return Self.hasCanadianCode(row.row.characters) || Self.hasStateCode(row.row.text)
    }

    /// A name without ornaments and without a registration number after it.
    static func cleaned(_ name: String) -> String {
        var text = name
        while let open = text.firstIndex(of: "("), let close = text[open...].firstIndex(of: ")"),
            text[open...close].contains(where: \.isNumber)
        {
            text.removeSubrange(open...close)
        }
        if let open = text.lastIndex(of: "("), !text[open...].contains(")"), text[open...].contains(where: \.isNumber) {
            text = String(text[..<open])
        }
        var words = text.split(separator: " ").map(String.init)
        if let number = words.dropFirst().firstIndex(where: { $0.count(where: \.isNumber) > 4 }) {
            words.removeSubrange(number...)
        }
        while let last = words.last, words.count > 1,
            last.count(where: \.isNumber) > 3 || last.allSatisfy({ "*-=_.|:#~".contains($0) })
        {
            words.removeLast()
        }
        if let last = words.last, last.hasPrefix("#"), words.count > 1 { words.removeLast() }
        let rest = words.joined(separator: " ").trimmingCharacters(in: CharacterSet(charactersIn: " *-=_.,|:#~'\""))
        // The point belongs to "S.L." and "S.A."
        let isAbbreviated = words.last?.hasSuffix(".") == true && rest.split(separator: " ").last?.contains(".") == true
        return isAbbreviated ? rest + "." : rest
    }

    // MARK: - The store

    /// Number, address and telephone in the rows above the items.
    func store(merchant: ReadField<String>?) -> Receipt.Store {
        var store = Receipt.Store()
        for row in rows.prefix(max(start, 12)) {
            let field = { (text: String, range: Range<Int>) in
                ReadField(text, confidence: row.row.confidence, crop: row.row.crop(range))
            }
            let all = 0..<row.row.characters.count
            if store.telephone == nil, let (text, range) = telephone(in: row) { store.telephone = field(text, range) }
            if store.number == nil, let (text, range) = number(in: row) { store.number = field(text, range) }
            if hasAddress(row), row.amounts.isEmpty, row.row.text != merchant?.value, store.address.count < 4 {
                store.address.append(field(row.row.text(in: all), all))
            }
        }
        return store
    }

    private func telephone(in row: ReceiptRow) -> (String, Range<Int>)? {
        let characters = row.row.characters
        let isNamed = row.words.has(Self.telephones)
        var start: Int?
        for index in 0...characters.count {
            let belongs =
                index < characters.count && (characters[index].isASCIIDigit || " ()-.+".contains(characters[index]))
            if belongs, start == nil, characters[index] != " " { start = index }
            guard !belongs, let first = start else { continue }
            let text = row.row.text(in: first..<index)
            let digits = text.count(where: \.isASCIIDigit)
            let isTen = digits == 10 && text.count(where: { "-.() ".contains($0) }) >= 2
            if (8...13).contains(digits), isTen || isNamed { return (text, first..<index) }
            start = nil
        }
        return nil
    }

    private func number(in row: ReceiptRow) -> (String, Range<Int>)? {
        guard let label = row.words.find(Self.stores) else {
            guard let mark = row.row.characters.firstIndex(of: "#"), row.kind != .notItem else { return nil }
            return row.words.words.first {
                $0.range.lowerBound > mark && $0.text.allSatisfy(\.isNumber) && $0.text.count < 7
            }
            .map { ($0.text, $0.range) }
        }
        return row.words.words.first {
            $0.range.lowerBound >= label.upperBound && $0.range.lowerBound - label.upperBound < 6
                && $0.text.allSatisfy(\.isNumber)
                && $0.text.count < 7
        }.map { ($0.text, $0.range) }
    }

    // MARK: - The country

    private static let countries: [(String, [Phrase])] = [
        ("CA", Phrase.list("hst, pst, qst, tps, tvq, tvh, tvp, canada, gst pst, interac")),
        ("MY", Phrase.list("sdn bhd, malaysia, kuala lumpur, myr, rm, bhd")),
        ("MX", Phrase.list("rfc, ieps, mexico")),
        ("US", Phrase.list("usa, us debit, ebt, snap, crv, ca crv, sales tax")),
        ("CN", Phrase.list("支付宝, 微信支付, 人民币, rmb")),
    ]
    /// A tax of Mexico and of Spain; only Mexico has dollar signs.
    private static let iva = Phrase.list("iva")
    private static let states: Set<String> = [
        "AL", "AK", "AZ", "AR", "CA", "CO", "CT", "DE", "FL", "GA", "HI", "ID", "IL", "IN", "IA", "KS", "KY", "LA",
        "ME", "MD", "MA", "MI",
        "MN", "MS", "MO", "MT", "NE", "NV", "NH", "NJ", "NM", "NY", "NC", "ND", "OH", "OK", "OR", "PA", "RI", "SC",
        "SD", "TN", "TX", "UT",
        "VT", "VA", "WA", "WV", "WI", "WY", "DC",
    ]

    /// ISO 3166 code of the country, from postal codes, taxes and names; nil if unknown.
    func country() -> String? {
        var votes: [String: Double] = [:]
        let hasDollar = rows.contains { $0.row.characters.contains("$") }
        for (index, row) in rows.enumerated() {
            for (country, phrases) in Self.countries where row.words.has(phrases) { votes[country, default: 0] += 1 }
            if hasDollar, row.words.has(Self.iva) { votes["MX", default: 0] += 1 }
            guard index < max(start, 12) else { continue }
            if Self.hasCanadianCode(row.row.characters) { votes["CA", default: 0] += 3 }
            if Self.hasStateCode(row.row.text) { votes["US", default: 0] += 3 }
        }
        return votes.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }

    /// Whether there is a Canadian postal code, such as A1A 1A1.
    private static func hasCanadianCode(_ characters: [Character]) -> Bool {
        let text = characters.filter { $0 != " " }.map { $0 == "O" ? "0" : $0 }
        guard text.count >= 6 else { return false }
        let spaced = characters
        for start in spaced.indices where start == 0 || !spaced[start - 1].isLetter && !spaced[start - 1].isNumber {
            let code = spaced[start...].prefix(7).filter { $0 != " " }.prefix(6).map { $0 }
            guard code.count == 6 else { continue }
            let fits = code.enumerated().allSatisfy { index, character in
                index.isMultiple(of: 2) ? character.isASCIILetter : character.isASCIIDigit || character == "O"
            }
            let end = start + (spaced.indices.contains(start + 3) && spaced[start + 3] == " " ? 7 : 6)
            if fits, end >= spaced.count || !spaced[end].isLetter && !spaced[end].isNumber { return true }
        }
        return false
    }

    /// Whether there is a US state with five digits: `CA 94107`.
    private static func hasStateCode(_ text: String) -> Bool {
        let words = text.split { !$0.isLetter && !$0.isNumber }
        return zip(words, words.dropFirst()).contains { state, zip in
            states.contains(String(state)) && zip.count == 5 && zip.allSatisfy(\.isASCIIDigit)
        }
    }
}
