/// Reads text in pictures.
///
/// It is a protocol, so that a better engine can replace the current one (VIS-15, VIS-26).
package protocol TextReader: Sendable {
    /// The model in use.
    var predictor: Predictor { get }

    /// Reads the text of a picture.
    ///
    /// - Parameters:
    ///   - picture: The pixels.
    ///   - matter: The kind of print, which determines thresholds and sizes.
    ///   - deadline: The time after which the result is no longer useful.
    /// - Returns: Lines in reading order; none without text.
    /// - Throws: `RecognitionError`.
    func read(
        _ picture: Picture, _ matter: PrintedMatter, deadline: ContinuousClock.Instant
    ) async throws(RecognitionError) -> TextReading
}

/// The kind of print in a picture.
package enum PrintedMatter: String, Sendable, CaseIterable {
    case label, receipt
}
