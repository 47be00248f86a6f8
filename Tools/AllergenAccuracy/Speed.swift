import AllergenService
import EventContracts
import Foundation

/// How many lists of about 600 characters one core reads in a second.
package enum Speed {
    /// Lists read per second and their mean length in characters.
    package struct Result: Sendable {
        package let listsPerSecond: Double
        package let meanLength: Double
    }

    /// Reads the lists nearest to 600 characters again and again for some seconds on the calling thread.
    package static func measure(_ lists: [LabelledList], seconds: Double) throws -> Result? {
        let texts = lists.map(\.text).filter { (450...750).contains($0.count) }.prefix(500)
        guard !texts.isEmpty else { return nil }
        let assess = AssessLabel(lexicon: try Lexicon.builtIn())
        let clock = ContinuousClock()
        let start = clock.now
        var read = 0
        while clock.now - start < .seconds(seconds) {
            for text in texts {
                _ = assess.decide(text, profile: AssessmentProfile())
                read += 1
            }
        }
        let length = texts.map { Double($0.count) }.reduce(0, +) / Double(texts.count)
        return Result(listsPerSecond: Double(read) / ((clock.now - start) / .seconds(1)), meanLength: length)
    }
}
