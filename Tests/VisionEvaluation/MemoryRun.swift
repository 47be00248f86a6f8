import Foundation
import VisionService

/// Reads one photo in many sizes concurrently, and measures memory.
///
/// An engine that keeps buffers for each size of input fills the memory: the sizes differ, and are the same in every
/// run.
struct MemoryRun {
    /// The result: one JSON object.
    struct Result: Encodable {
        let pictures: Int
        let workers: Int
        let seconds: Double
        /// Processor time of all workers together.
        let cpuSeconds: Double
        /// Memory of this process after loading the models, directly after the last picture, once the reader rests, and
        /// at its peak.
        let loadedMegabytes: Int
        let lastMegabytes: Int
        let restMegabytes: Int
        /// Whether the first picture is read alike before and after the rest.
        let isSameAfterRest: Bool
        let peakMegabytes: Int
        /// For each group of 10 readings, the peak memory after one of them; it keeps growing if there is a leak.
        let courseMegabytes: [Int]
    }

    /// Minimum and maximum side length, in pixels; a picture has at most 13 megapixels.
    private static let sides = 320.0...4_160.0
    private static let maxPixels = 13_000_000.0
    private static let timeout = Duration.seconds(120)
    /// Time without a picture after which the reader rests.
    static let restAfter = Duration.seconds(1)

    let reader: any TextReader
    let photos: [Picture]
    let count: Int
    let workers: Int

    func run() async throws -> Result {
        let loaded = Memory.now(), start = ContinuousClock.now, used = Usage.cpuSeconds
        var course: [Int] = [], seen: [Int] = []
        try await withThrowingTaskGroup(of: Int.self) { group in
            for index in 0..<count {
                if index >= workers { try await note(group.next(), &seen, &course) }
                let (width, height) = Self.size(index)
                let photo = photos[index % photos.count]
                group.addTask { try await read(photo, width: width, height: height) }
            }
            while let memory = try await group.next() { note(memory, &seen, &course) }
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1), cpuSeconds = Usage.cpuSeconds - used
        let last = Memory.now(), before = try await text()
        try await Task.sleep(for: Self.restAfter * 4)
        let rest = Memory.now()
        return Result(
            pictures: count, workers: workers, seconds: seconds, cpuSeconds: cpuSeconds, loadedMegabytes: loaded,
            lastMegabytes: last, restMegabytes: rest, isSameAfterRest: try await text() == before,
            peakMegabytes: Usage.peakMegabytes,
            courseMegabytes: course)
    }

    private func text() async throws -> String {
        try await reader.read(photos[0], .label, deadline: .now + Self.timeout).text
    }

    @concurrent
    private func read(_ photo: Picture, width: Int, height: Int) async throws -> Int {
        _ = try await reader.read(photo.stretched(to: width, height), .label, deadline: .now + Self.timeout)
        return Memory.now()
    }

    private func note(_ memory: Int?, _ seen: inout [Int], _ course: inout [Int]) {
        guard let memory else { return }
        seen.append(memory)
        if seen.count == 10 {
            course.append(seen.max() ?? 0)
            seen = []
        }
    }

    /// The fractional parts of multiples of irrational numbers cover the range evenly and never repeat.
    private static func size(_ index: Int) -> (width: Int, height: Int) {
        let place = Double(index + 1)
        let share = (place * 0.618_033_988_7).truncatingRemainder(dividingBy: 1)
        let slenderness = (place * 0.754_877_666_2).truncatingRemainder(dividingBy: 1)
        let long = sides.lowerBound * pow(sides.upperBound / sides.lowerBound, share)
        let short = long * (0.4 + 0.6 * slenderness)
        let shrink = min(1, (maxPixels / (long * short)).squareRoot())
        let lying = (width: Int(long * shrink), height: Int(short * shrink))
        return index.isMultiple(of: 2) ? lying : (lying.height, lying.width)
    }
}

extension Picture {
    /// The picture in another size, by the nearest pixel.
    fileprivate func stretched(to width: Int, _ height: Int) -> Picture {
        let size = Self.bytesPerPixel
        let columns = (0..<width).map { $0 * self.width / width * size }
        return withPixels { from in
            Picture(width: width, height: height) { to in
                for row in 0..<height {
                    let start = row * self.height / height * self.width * size
                    var place = row * width * size
                    for column in columns {
                        to[place] = from[start + column]
                        to[place + 1] = from[start + column + 1]
                        to[place + 2] = from[start + column + 2]
                        place += size
                    }
                }
            }
        }
    }
}
