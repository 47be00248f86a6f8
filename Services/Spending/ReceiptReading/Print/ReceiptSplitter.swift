/// Separates several receipts in one photo, side by side or one above the other.
///
/// Cuts only along an empty strip, and only if every part is a complete receipt, with items and a total. A single
/// receipt has such strips too, between its names and its amounts.
struct ReceiptSplitter {
    /// Parses the lines of a part.
    let read: ([PrintedLine]) -> Receipt

    /// Tried inclinations of the strip, in pixels to the right per pixel down.
    private static let leans = [0.0, -0.06, 0.06, -0.14, 0.14]
    /// Minimum width of the strip, in line heights.
    private static let gap = 1.0
    /// Minimum height of the strip between two receipts one above the other, in row distances.
    private static let step = 1.7
    /// Minimum number of lines of a part.
    private static let lines = 5

    /// The parts from left to right or from top to bottom; a single part for one receipt.
    func split(_ page: [PrintedLine]) -> [[PrintedLine]] {
        let angle = Fragment.angle(of: page)
        let placed = page.compactMap { line in Fragment(line, page: 0, turnedBy: angle).map { (line, $0) } }
        guard placed.count >= 2 * Self.lines else { return [page] }
        return beside(placed) ?? below(placed) ?? [page]
    }

    private typealias Placed = (line: PrintedLine, place: Fragment)

    private func beside(_ placed: [Placed]) -> [[PrintedLine]]? {
        let heights = placed.map(\.place.height).sorted(), height = heights[heights.count / 2]
        var tried: Set<Int> = []
        for lean in Self.leans {
            let leaning = placed.map {
                ($0, left: $0.place.left - lean * $0.place.y, right: $0.place.right - lean * $0.place.y)
            }
            .sorted { $0.left < $1.left }
            var end = leaning[0].right
            for (index, next) in leaning.enumerated().dropFirst() {
                defer { end = max(end, next.right) }
                guard next.left - end > Self.gap * height, tried.insert(index).inserted else { continue }
                let parts = [leaning[..<index].map(\.0), leaning[index...].map(\.0)]
                if parts.allSatisfy(isLikely), areReceipts(parts, needsBalance: false) {
                    return parts.map { $0.map(\.line) }
                }
            }
        }
        return nil
    }

    private func below(_ placed: [Placed]) -> [[PrintedLine]]? {
        let sorted = placed.sorted { $0.place.y < $1.place.y }
        let heights = placed.map(\.place.height).sorted(), height = heights[heights.count / 2]
        let steps = zip(sorted, sorted.dropFirst()).map { $1.place.y - $0.place.y }
        let rows = steps.filter { $0 > height / 2 }.sorted()
        guard !rows.isEmpty else { return nil }
        let usual = rows[rows.count / 2]
        let cuts = steps.indices.filter { steps[$0] > Self.step * usual }.sorted { steps[$0] > steps[$1] }.prefix(4)
        for cut in cuts {
            let parts = [Array(sorted[...cut]), Array(sorted[(cut + 1)...])]
            if parts.allSatisfy({ isLikely($0) && hasDay($0) }), areReceipts(parts, needsBalance: true) {
                return parts.map { $0.map(\.line) }
            }
        }
        return nil
    }

    /// Whether a part has enough words and amounts to be a receipt.
    private func isLikely(_ part: [Placed]) -> Bool {
        guard part.count >= Self.lines else { return false }
        let texts = part.map(\.line.text)
        let amounts = texts.count { text in
            let end = text.reversed().drop { !$0.isNumber }.prefix(3)
            return end.count == 3 && end.prefix(2).allSatisfy(\.isNumber) && ".,".contains(end.last ?? " ")
        }
        return amounts > 1 && texts.count { $0.count(where: \.isLetter) > 2 } > 2
    }

    /// Whether a date is printed in a part.
    private func hasDay(_ part: [Placed]) -> Bool {
        part.contains { !DateReader.triples(in: Array($0.line.text)).isEmpty }
    }

    private func areReceipts(_ parts: [[Placed]], needsBalance: Bool) -> Bool {
        let receipts = parts.map { read($0.map(\.line)) }
        // A card slip repeats the same purchase, so it is not another receipt.
        let isAnother = Set(receipts.map(\.total?.value)).count > 1 || Set(receipts.map(\.purchasedOn?.value)).count > 1
        guard isAnother else { return false }
        return receipts.allSatisfy { receipt in
            receipt.total != nil && !receipt.items.isEmpty
                && (!needsBalance || receipt.purchasedOn != nil && ReceiptChecks(receipt).itemsMatchTotal == true)
        }
    }
}
