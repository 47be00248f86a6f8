/// Finds and names the foods on a picture.
///
/// A protocol, so that a better engine can replace the current one (VIS-15, VIS-26).
package protocol FoodRecognizer: Sendable {
    /// The models in use.
    var predictor: Predictor { get }
    /// Its labels for known foods; empty if it uses free names.
    var labels: [String] { get }

    /// Adjusts the masses by a depth map.
    func measured(_ sight: FoodPrediction, in field: DepthField) -> FoodPrediction

    /// Analyzes a picture.
    ///
    /// - Parameters:
    ///   - picture: The pixels.
    ///   - deadline: When an answer is no longer useful.
    /// - Returns: The foods; empty if the picture shows none.
    /// - Throws: `FoodRecognizerError`.
    func look(at picture: Picture, deadline: ContinuousClock.Instant) async throws(FoodRecognizerError)
        -> FoodPrediction

    /// The model that computes the embeddings; empty if it computes none.
    var space: String { get }

    /// The embedding of a box, as `look` would give for a food in it.
    ///
    /// - Parameters:
    ///   - box: Left, top, right, bottom as fractions of the picture.
    ///   - picture: The pixels.
    ///   - deadline: When an answer is no longer useful.
    /// - Returns: The embedding; empty if the model makes none.
    /// - Throws: `FoodRecognizerError`.
    func embedding(
        of box: [Double], in picture: Picture, deadline: ContinuousClock.Instant
    ) async throws(FoodRecognizerError) -> [Double]
}

extension FoodRecognizer {
    package var space: String { "" }

    package func embedding(
        of box: [Double], in picture: Picture, deadline: ContinuousClock.Instant
    ) async throws(FoodRecognizerError) -> [Double] { [] }
}

/// Why a picture could not be analyzed.
package struct FoodRecognizerError: Error, Sendable, Equatable {
    package enum Code: String, Sendable {
        /// The engine's library is missing.
        case engineMissing
        /// A model file is missing or is not the one it should be.
        case modelMissing
        /// The picture makes no sense.
        case invalidPicture
        /// The deadline passed, or the caller was cancelled.
        case stopped
        /// As many pictures wait as may.
        case busy
        /// The engine failed.
        case failed
    }

    package let code: Code
    /// For operators; contains nothing of a picture.
    package let reason: String

    /// A failure with its reason.
    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }
}

extension FoodRecognizerError: CustomStringConvertible {
    package var description: String { "\(code.rawValue): \(reason)" }
}
