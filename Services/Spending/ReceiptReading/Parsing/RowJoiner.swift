/// Joins the photos of one long receipt, removing rows that two consecutive photos share.
enum RowJoiner {
    /// The rows of all photos in order, each once.
    struct Joined {
        var rows: [PrintedRow]
        /// Indices of photos whose first rows may be missing, or may repeat rows of the photo before.
        var doubtful: [Int] = []
    }

    /// Maximum number of possible results.
    private static let maxResults = 8

    /// Joins the photos in the most likely ways.
    ///
    /// - Parameter pages: The rows of each photo, from top to bottom; none for an unreadable photo.
    /// - Returns: The possible results, the most likely first; a single one if every overlap is clear.
    static func join(_ pages: [[PrintedRow]]) -> [Joined] {
        var results = [Joined(rows: pages.first ?? [])]
        for (number, page) in pages.enumerated().dropFirst() {
            // Every earlier result keeps an equal share of the `maxResults` results.
            let share = max(1, maxResults / results.count)
            let longer = results.flatMap { continued($0, with: page, number).prefix(share) }
            results = Array(longer.prefix(maxResults))
        }
        return results
    }

    private static func continued(_ joined: Joined, with page: [PrintedRow], _ number: Int) -> [Joined] {
        let seam = PageSeam(joined.rows, page)
        let doubtful = seam.isClear ? joined.doubtful : joined.doubtful + [number]
        return seam.overlaps.map { Joined(rows: seam.joined(at: $0), doubtful: doubtful) }
    }
}

/// The place where two photos of a receipt meet.
private struct PageSeam {
    /// The possible overlaps, the most likely first.
    let overlaps: [PageOverlap]
    /// Whether only one overlap is possible.
    let isClear: Bool

    private let rows: [PrintedRow]
    private let page: [PrintedRow]
    private let before: [RowText]
    private let after: [RowText]

    /// Minimum number of matching rows of a clear overlap; an item and its discount, bought twice, are two.
    private static let minClearMatches = 3
    /// Maximum ratio of the sizes of print in two photos.
    private static let maxScale = 4.0

    /// - Parameters:
    ///   - rows: The rows of the photos above.
    ///   - page: The rows of the next photo.
    init(_ rows: [PrintedRow], _ page: [PrintedRow]) {
        let decimals = RowText.decimals(of: rows + page)
        self.rows = rows
        self.page = page
        before = rows.map { RowText($0, decimals: decimals) }
        after = page.map { RowText($0, decimals: decimals) }
        let possible = PageOverlap.possible(before, after).sorted { $0.matches.count > $1.matches.count }
        let varied = possible.filter(\.isVaried)
        if varied.count == 1, Self.isClear(varied[0], before, after) {
            isClear = true
            overlaps = varied
            return
        }
        isClear = false
        let repeated = possible.filter { !$0.isVaried && $0.matches.count > 1 }
        let single = possible.filter { $0.matches.count == 1 }
        overlaps = varied + repeated + [PageOverlap.none] + single
    }

    /// Whether the shared rows are certainly the same print, so that no item is doubled or left out.
    ///
    /// Requires enough matching rows, one of them unique in both photos. A row next to the shared ones with an amount,
    /// and with another row in its place in the other photo, is an item that only this photo shows.
    private static func isClear(_ overlap: PageOverlap, _ before: [RowText], _ after: [RowText]) -> Bool {
        let start = before.count - overlap.count
        let losesItem = (0..<overlap.count).contains { place in
            guard !overlap.shared.contains(place) else { return false }
            let above = before[start + place], below = after[place]
            let dropped = place < overlap.shared.lowerBound ? below : above
            return dropped.amount != nil && above.likeness(to: below) == .different
        }
        return !losesItem && overlap.matches.count >= minClearMatches
            && overlap.matches.contains { place in
                let text = before[start + place]
                return before.count { $0.likeness(to: text) == .same } == 1
                    && after.count { $0.likeness(to: text) == .same } == 1
            }
    }

    /// The rows of both, each shared row from the photo in which the rows up to the seam are read better.
    func joined(at overlap: PageOverlap) -> [PrintedRow] {
        let start = rows.count - overlap.count
        var cut = overlap.shared.upperBound, gain = 0.0, best = 0.0
        for place in overlap.shared.reversed() {
            gain += Self.quality(page[place], after[place])
            gain -= Self.quality(rows[start + place], before[start + place])
            if gain > best { (best, cut) = (gain, place) }
        }
        return Array(rows[..<(start + cut)]) + aligned(overlap, from: start)[cut...]
    }

    /// The rows of the page in the coordinates of the rows above, so that the columns of both agree.
    private func aligned(_ overlap: PageOverlap, from start: Int) -> [PrintedRow] {
        let matches = overlap.matches.filter { before[start + $0].amount != nil && after[$0].amount != nil }
        let scale: Double, shift: Double
        if matches.count > 1 {
            let own = matches.map { page[$0] }, target = matches.map { rows[start + $0] }
            let left = Self.median(own.map(\.left)), right = Self.median(own.map(\.right))
            let targetLeft = Self.median(target.map(\.left)), targetRight = Self.median(target.map(\.right))
            scale = (targetRight - targetLeft) / (right - left)
            shift = targetLeft - left * scale
        } else {
            // The column of amounts continues, in print of the same size.
            let own = page.indices.filter { after[$0].amount != nil }.map { page[$0].right }
            let target = rows.indices.filter { before[$0].amount != nil }.map { rows[$0].right }
            guard !own.isEmpty, !target.isEmpty else { return page }
            scale = Self.median(rows.map(\.height)) / Self.median(page.map(\.height))
            shift = Self.median(target) - Self.median(own) * scale
        }
        guard (1 / Self.maxScale...Self.maxScale).contains(scale) else { return page }
        return page.map { $0.moved(scale: scale, shift: shift) }
    }

    /// The certainty of a row; a row with an amount is preferred to the same row without one.
    private static func quality(_ row: PrintedRow, _ text: RowText) -> Double {
        row.confidence + (text.amount == nil ? 0 : 1)
    }

    /// The median of numbers, of which there must be one or more.
    private static func median(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }
}
