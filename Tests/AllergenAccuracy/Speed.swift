import AllergenService
import EventContracts
import Foundation

/// Measures how many lists of about 600 characters one core reads per second.
package enum Speed {
    /// Lists read per second and their mean length in characters.
    package struct Result: Sendable {
        package let listsPerSecond: Double
        package let meanLength: Double
    }

    /// Reads lists of 450 to 750 characters repeatedly for a number of seconds of processor time of the calling thread,
    /// so that other programs do not matter.
    package static func measure(_ lists: [LabeledList], seconds: Double) throws -> Result? {
        let texts = lists.map(\.text).filter { (450...750).contains($0.count) }.prefix(500)
        guard !texts.isEmpty else { return nil }
        let assess = AssessLabel(lexicon: try Lexicon.builtIn())
        let start = processorSeconds()
        var read = 0
        while processorSeconds() - start < seconds {
            for text in texts {
                _ = assess.decide(text, profile: AssessmentProfile())
                read += 1
            }
        }
        let length = texts.map { Double($0.count) }.reduce(0, +) / Double(texts.count)
        return Result(listsPerSecond: Double(read) / (processorSeconds() - start), meanLength: length)
    }

    private static func processorSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
