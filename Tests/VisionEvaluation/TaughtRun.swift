import Foundation
import VisionService

/// Searches for random embeddings among many, by the graph and by comparison with each, and prints the duration of both
/// and how often they agree: 100,000 embeddings must be searched in 20 ms.
enum TaughtRun {
    private static let searches = 50, neighbors = 8, kinds = 500

    static func measure(_ count: Int) throws {
        var chance = Chance(state: 7)
        let kinds = (0..<kinds).map { _ in look(&chance) }
        let index = try FoodIndex(dimensions: 1_280)
        var placing = Duration.zero
        for label in 0..<count {
            let one = try like(kinds[label % kinds.count], &chance)
            let start = ContinuousClock.now
            try index.add(one, as: UInt64(label))
            placing += ContinuousClock.now - start
        }
        var graph: [Duration] = [], scan: [Duration] = [], agreed = 0
        for number in 0..<searches {
            let asked = try like(kinds[number * 7 % kinds.count], &chance)
            var start = ContinuousClock.now
            let found = try index.nearest(to: asked, maxCount: neighbors)
            graph.append(ContinuousClock.now - start)
            start = .now
            let all = try index.scan(for: asked, maxCount: neighbors)
            scan.append(ContinuousClock.now - start)
            agreed += Set(found.map(\.label)).intersection(all.map(\.label)).count
        }
        print("\(count) looks of 1,280 components, placed in \(seconds(placing)) s")
        print("| search | p50 | worst |\n|---|---|---|")
        print("| graph | \(milliseconds(graph, 0.5)) ms | \(milliseconds(graph, 1)) ms |")
        print("| every look | \(milliseconds(scan, 0.5)) ms | \(milliseconds(scan, 1)) ms |")
        print("the graph found \(agreed) of the \(searches * neighbors) nearest")
    }

    /// The numbers are not a valid embedding.
    private struct NoLook: Error {}

    /// Values like those of the classifier: none negative, most of them small.
    private static func look(_ chance: inout Chance) -> [Double] {
        (0..<1_280).map { _ in
            let value = chance.unit()
            return value * value * value * value
        }
    }

    private static func like(_ kind: [Double], _ chance: inout Chance) throws -> FoodEmbedding {
        guard let look = FoodEmbedding(kind.map { $0 * 0.6 + chance.unit() * chance.unit() * 0.4 }) else {
            throw NoLook()
        }
        return look
    }

    private static func seconds(_ duration: Duration) -> String { String(format: "%.1f", duration / .seconds(1)) }

    private static func milliseconds(_ times: [Duration], _ part: Double) -> String {
        let sorted = times.sorted(), place = min(sorted.count - 1, Int(Double(sorted.count) * part))
        return String(format: "%.2f", sorted[place] / .milliseconds(1))
    }

    /// SplitMix64, so that every run creates the same embeddings.
    private struct Chance {
        var state: UInt64

        mutating func unit() -> Double {
            state &+= 0x9e37_79b9_7f4a_7c15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
            return Double((mixed ^ (mixed >> 31)) >> 11) / Double(1 << 53)
        }
    }
}
