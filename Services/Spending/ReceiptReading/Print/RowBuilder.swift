/// Joins fragments that were printed beside each other into rows.
///
/// Paper curls and creases, and photos are slanted. The direction of rows is therefore estimated from all lines
/// together (`PaperShape`), and local deviations, such as at a fold, from the lines nearby.
enum RowBuilder {
    /// Maximum vertical distance of a neighbor, in heights of the smaller fragment.
    private static let maxRise = 0.55
    /// Maximum overlap of neighbors, as a fraction of the smaller width.
    private static let maxOverlap = 0.35
    /// Minimum ratio of length to height of lines that determine the local slope.
    private static let minRatio = 4.0
    /// Maximum distance of a line that determines the local slope, in heights.
    private static let reach = 8.0
    /// Maximum distance of long lines used for slopes, in heights: a single line is inaccurate, but paper bends slowly.
    private static let farReach = 30.0
    /// Distance at which a line has half its weight, in heights.
    private static let halfWeight = 5.0
    /// Weight of nearby lines relative to the paper's shape; half of their deviation is measuring error.
    private static let trust = 0.5
    /// Cost of a gap of the receipt's width, relative to a rise of one height.
    private static let costOfWidth = 1.2

    /// The rows of one photo from top to bottom.
    static func rows(of lines: [PrintedLine], page: Int) -> [PrintedRow] {
        let angle = Fragment.angle(of: lines)
        let fragments = lines.compactMap { Fragment($0, page: page, turnedBy: angle) }.sorted { $0.y < $1.y }
        guard let left = fragments.map(\.left).min(), let right = fragments.map(\.right).max() else { return [] }
        let shape = PaperShape(fragments)
        // Slope of each row in addition to the paper's shape.
        var slopes: [Double] = []
        for (index, fragment) in fragments.enumerated() {
            // Fragments of one row have similar slopes.
            if let last = slopes.last, fragment.y - fragments[index - 1].y < fragment.height / 3 {
                slopes.append(last)
            } else {
                let guess = slope(at: fragment, shape, among: fragments)
                slopes.append(aligned(guess, shape, at: fragment, among: fragments))
            }
        }
        let (following, preceded) = links(fragments, shape, slopes, width: max(1, right - left))
        var rows: [(y: Double, members: [Int])] = []
        for first in fragments.indices where !preceded[first] {
            var members = [first]
            while let last = members.last, let next = following[last] { members.append(next) }
            let middle = (left + right) / 2
            let ys = members.map { member in
                let fragment = fragments[member]
                return fragment.y + shape.rise(from: fragment, to: middle) + slopes[member] * (middle - fragment.middle)
            }
            rows.append((ys.reduce(0, +) / Double(ys.count), members))
        }
        return rows.sorted { $0.y < $1.y }.map { row in PrintedRow(row.members.map { fragments[$0] }) }
    }

    /// For each fragment its right neighbor, and whether it has a left one.
    private static func links(
        _ fragments: [Fragment], _ shape: PaperShape, _ slopes: [Double], width: Double
    ) -> (following: [Int?], preceded: [Bool]) {
        var pairs: [(cost: Double, from: Int, to: Int)] = []
        for from in fragments.indices {
            for to in fragments.indices where to != from {
                guard
                    let cost = cost(
                        fragments[from], fragments[to], shape, slope: (slopes[from] + slopes[to]) / 2, width: width)
                else { continue }
                pairs.append((cost, from, to))
            }
        }
        var following = [Int?](repeating: nil, count: fragments.count)
        var preceded = [Bool](repeating: false, count: fragments.count)
        for pair in pairs.sorted(by: { ($0.cost, $0.from, $0.to) < ($1.cost, $1.from, $1.to) })
        where following[pair.from] == nil && !preceded[pair.to] {
            following[pair.from] = pair.to
            preceded[pair.to] = true
        }
        return (following, preceded)
    }

    /// The cost of joining the second fragment to the right of the first; nil if impossible.
    private static func cost(
        _ from: Fragment, _ to: Fragment, _ shape: PaperShape, slope: Double, width: Double
    ) -> Double? {
        guard to.middle > from.middle else { return nil }
        let gap = to.left - from.right
        guard -gap < maxOverlap * min(from.width, to.width) else { return nil }
        let expected = from.y + shape.rise(from: from, to: to.middle) + slope * (to.middle - from.middle)
        let rise = abs(to.y - expected) / min(from.height, to.height)
        guard rise < maxRise else { return nil }
        return rise + max(0, gap) / width * costOfWidth
    }

    /// The slope, near a first guess, at which most lines on the right match one on the left, in the surrounding rows.
    ///
    /// Short words determine slopes badly, but names and amounts are printed on the same baseline. A slope that shifts
    /// every amount by one row would match as well, so the search stays near the guess.
    private static func aligned(
        _ guess: Double, _ shape: PaperShape, at fragment: Fragment, among fragments: [Fragment]
    ) -> Double {
        let near = fragments.filter { abs($0.y - fragment.y) < reach * fragment.height }
        var pairs: [(run: Double, rise: Double, height: Double)] = []
        for left in near {
            for right in near where right.left - left.right > left.height {
                let run = right.middle - left.middle
                let rise = right.y - left.y - shape.rise(from: left, to: right.middle)
                let height = min(left.height, right.height)
                if abs(rise - guess * run) < height * 1.2 { pairs.append((run, rise, height)) }
            }
        }
        guard pairs.count > 3 else { return guess }
        var best = (score: 0.0, slope: guess)
        for step in -10...10 {
            let change = Double(step) * 0.003
            let slope = guess + change
            var score = 0.0
            for pair in pairs {
                let miss = abs(pair.rise - slope * pair.run) / pair.height
                if miss < 0.4 { score += 1 - miss / 0.4 }
            }
            score *= 1 - (change / 0.05) * (change / 0.05)
            if score > best.score { best = (score, slope) }
        }
        return best.slope
    }

    /// The slope at a fragment in addition to the paper's shape: the weighted mean of long lines nearby.
    private static func slope(at fragment: Fragment, _ shape: PaperShape, among fragments: [Fragment]) -> Double {
        var sum = 0.0, weights = 0.0
        for other in fragments where other.width > minRatio * other.height {
            let distance = abs(other.y - fragment.y) / fragment.height
            guard distance < farReach else { continue }
            let aside = max(0, max(other.left - fragment.right, fragment.left - other.right)) / fragment.height
            let weight = other.width / (1 + distance * distance / (halfWeight * halfWeight)) / (1 + aside / 10)
            sum += (other.slope - shape.slope(at: other.middle, other.y)) * weight
            weights += weight
        }
        return weights > 0 ? sum / weights * trust : 0
    }
}
