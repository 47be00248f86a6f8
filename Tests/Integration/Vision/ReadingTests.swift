import SampleLabels
import TestPeers
import TestSupport
import Testing
import UnitSupport
import VisionService

/// Reads the rendered photos with the real models.
@Suite(.slow)
struct ReadingTests {
    private static let readable = [
        "clean-en", "skewed-en", "bowed-en", "glare-en", "blurred-en", "small-en", "dark-en", "inverted-en", "lying-en",
        "traces-en", "negation-en", "clean-fr", "clean-es", "clean-zh", "columns-en-fr",
    ]

    @Test("VIS-17, VIS-19: text recognition: labels are read from degraded photos", arguments: readable)
    func reads(name: String) async throws {
        let photo = try SampleLabel.named(name)
        let reading = try await Engines.paddle().read(photo.picture(), .label, deadline: .soon)
        // At most one wrong character in twenty for curved lines, and none for others.
        #expect(errorRate(of: folded(reading.text), against: folded(photo.text)) <= 0.05, "\(reading.text)")
    }
}
