import Foundation
import VisionService

/// Analyzes photos with a number of concurrent workers, and measures the speed.
struct PaceRun {
    /// The result: one JSON object.
    struct Result: Encodable {
        let pictures: Int
        let workers: Int
        let threads: Int
        let picturesPerSecond: Double
        /// Duration from taking a picture to its result, in milliseconds.
        let p50: Double
        let p99: Double
        /// Processor time of one picture, in seconds.
        let cpuSeconds: Double
        let peakMegabytes: Int
    }

    let photos: [Picture]
    let count: Int
    let workers: Int
    let threads: Int

    /// Measures after each photo was analyzed once, since the engine compiles kernels for each size at first use.
    func run(_ analyze: @escaping @Sendable (Picture) async throws -> Void) async throws -> Result {
        _ = try await times(photos.count, analyze)
        let start = ContinuousClock.now, used = Usage.cpuSeconds
        let times = try await times(count, analyze).sorted()
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        return Result(
            pictures: count, workers: workers, threads: threads, picturesPerSecond: Double(count) / seconds,
            p50: times[times.count / 2], p99: times[times.count * 99 / 100],
            cpuSeconds: (Usage.cpuSeconds - used) / Double(count), peakMegabytes: Usage.peakMegabytes)
    }

    private func times(
        _ count: Int, _ analyze: @escaping @Sendable (Picture) async throws -> Void
    ) async throws -> [Double] {
        var times: [Double] = []
        try await withThrowingTaskGroup(of: Double.self) { group in
            for index in 0..<count {
                if index >= workers, let time = try await group.next() { times.append(time) }
                let photo = photos[index % photos.count]
                group.addTask {
                    let start = ContinuousClock.now
                    try await analyze(photo)
                    return (ContinuousClock.now - start) / .milliseconds(1)
                }
            }
            while let time = try await group.next() { times.append(time) }
        }
        return times
    }
}
