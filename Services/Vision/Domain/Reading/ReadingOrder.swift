#if canImport(Glibc)
    import Glibc
#endif

/// Sorts lines into reading order: along curved lines of round packs, column by column.
///
/// Pieces of one printed line are chained where the end of one meets the start of the next, so a line may rise and
/// fall. Chains are ordered in pairs: the upper one first if they share a column, the left one first if no chain spans
/// both (Breuel, "High performance document layout analysis", 2003).
package struct ReadingOrder: Sendable {
    /// Maximum gap between two pieces of one line, in line heights.
    private static let farthestGap = 1.5
    /// Maximum vertical step between the end of a piece and the start of the next, in line heights.
    private static let maxStep = 0.5
    /// Maximum ratio of the heights of two pieces of one line.
    private static let maxHeightRatio = 1.8
    /// Minimum shared share of the shorter chain's width for two chains of one column.
    private static let sharedWidth = 0.1
    /// Maximum number of chains, more than any label or receipt has; beyond it they are ordered by height only, to
    /// limit the time.
    private static let maxChains = 400

    /// The lines in reading order, each with its column.
    package static func sort(_ lines: [TextLine]) -> [TextLine] {
        let chains = chained(lines, in: upright(lines.map(\.quad)))
        let order = topologicalOrder(of: chains)
        var column = 0
        var sorted: [TextLine] = []
        for (place, index) in order.enumerated() {
            if place > 0, startsColumn(chains[index], after: chains[order[place - 1]]) { column += 1 }
            sorted += chains[index].pieces.map { piece in
                var line = lines[piece]
                line.column = column
                return line
            }
        }
        return sorted
    }

    /// The pieces of one printed line, by index, from start to end.
    private struct Chain {
        var pieces: [Int]
        var bounds: PixelRect
        var center: Point { Point(x: (bounds.minX + bounds.maxX) / 2, y: (bounds.minY + bounds.maxY) / 2) }
    }

    /// The corners as if the picture were rotated so that most text runs to the right.
    private static func upright(_ quads: [Quad]) -> [Quad] {
        // Uses the mean of sine and cosine, weighted by length, so that it does not jump where the angle changes its
        // sign.
        let sine = quads.reduce(0) { $0 + sin($1.angle) * $1.length }
        let cosine = quads.reduce(0) { $0 + cos($1.angle) * $1.length }
        let angle = atan2(sine, cosine)
        return quads.map { $0.turned(sine: sin(-angle), cosine: cos(-angle)) }
    }

    private static func chained(_ lines: [TextLine], in quads: [Quad]) -> [Chain] {
        var successor = [Int?](repeating: nil, count: quads.count)
        var hasPredecessor = [Bool](repeating: false, count: quads.count)
        let pairs = quads.indices.flatMap { first in
            quads.indices.compactMap { second in
                gap(from: quads[first], to: quads[second]).map { (first: first, second: second, gap: $0) }
            }
        }
        for pair in pairs.sorted(by: { ($0.gap, $0.first) < ($1.gap, $1.first) })
        where successor[pair.first] == nil && !hasPredecessor[pair.second] {
            successor[pair.first] = pair.second
            hasPredecessor[pair.second] = true
        }
        return quads.indices.filter { !hasPredecessor[$0] }.map { first in
            var chain = Chain(pieces: [first], bounds: quads[first].bounds)
            var last = first
            while let next = successor[last] {
                chain.pieces.append(next)
                chain.bounds = chain.bounds.union(quads[next].bounds)
                last = next
            }
            return chain
        }
    }

    /// The gap between two pieces that may belong to one line; nil if they may not.
    private static func gap(from first: Quad, to second: Quad) -> Double? {
        let height = min(first.height, second.height)
        guard max(first.height, second.height) <= height * maxHeightRatio, second.center.x > first.center.x,
            abs(second.start.y - first.end.y) <= height * maxStep
        else { return nil }
        let gap = second.start.x - first.end.x
        return gap >= -height && gap <= height * farthestGap ? abs(gap) : nil
    }

    private static func sharesColumn(_ first: PixelRect, _ second: PixelRect) -> Bool {
        let common = min(first.maxX, second.maxX) - max(first.minX, second.minX)
        return common > sharedWidth * min(first.width, second.width)
    }

    private static func precedes(_ first: Chain, _ second: Chain, among chains: [Chain]) -> Bool {
        if sharesColumn(first.bounds, second.bounds) { return first.center.y < second.center.y }
        guard first.bounds.maxX < second.center.x, first.center.x < second.bounds.minX else { return false }
        // A line between the two that spans both ends their columns, so the upper one comes first.
        let between = min(first.center.y, second.center.y)...max(first.center.y, second.center.y)
        let isDivided = chains.contains { other in
            between.contains(other.center.y) && other.pieces != first.pieces && other.pieces != second.pieces
                && sharesColumn(other.bounds, first.bounds) && sharesColumn(other.bounds, second.bounds)
        }
        return !isDivided || first.center.y < second.center.y
    }

    /// Sorts depth-first from the uppermost chain; a cycle (crossing text) is broken by height.
    private static func topologicalOrder(of chains: [Chain]) -> [Int] {
        let fromTop = chains.indices.sorted { chains[$0].center.y < chains[$1].center.y }
        guard chains.count <= maxChains else { return fromTop }
        var order: [Int] = []
        var isVisited = [Bool](repeating: false, count: chains.count)
        func visit(_ index: Int) {
            guard !isVisited[index] else { return }
            isVisited[index] = true
            for other in fromTop where !isVisited[other] && precedes(chains[other], chains[index], among: chains) {
                visit(other)
            }
            order.append(index)
        }
        fromTop.forEach(visit)
        return order
    }

    private static func startsColumn(_ chain: Chain, after previous: Chain) -> Bool {
        !sharesColumn(previous.bounds, chain.bounds) && chain.center.y < previous.center.y
    }
}
