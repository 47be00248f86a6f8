/// Finds and names the foods on a picture.
///
/// It is a protocol, so that a better engine can replace the current one (VIS-15, VIS-26).
package protocol FoodRecognizer: Sendable {
    /// The models in use.
    var predictor: Predictor { get }
    /// The recognizer's labels for known foods; empty if it names foods freely.
    var labels: [String] { get }

    /// Adjusts the masses with a depth map.
    func measured(_ sight: FoodPrediction, in field: DepthField) -> FoodPrediction

    /// The mass of a food under a label that another model gave it, of any dish under `FoodLabels.otherFood`; nil if
    /// this recognizer knows none for the label.
    func mass(of food: FoodPrediction.Food, as label: String) -> MassModel.Estimate?

    /// Analyzes a picture.
    ///
    /// - Parameters:
    ///   - picture: The pixels.
    ///   - deadline: The time after which the result is no longer useful.
    /// - Returns: The foods; empty if the picture shows none.
    /// - Throws: `RecognitionError`.
    func recognize(in picture: Picture, deadline: ContinuousClock.Instant) async throws(RecognitionError)
        -> FoodPrediction

    /// The model that computes the embeddings; empty if it computes none.
    var space: String { get }

    /// The embedding of a box, the same that `recognize` computes for a food in it.
    ///
    /// - Parameters:
    ///   - box: Left, top, right, bottom as fractions of the picture.
    ///   - picture: The pixels.
    ///   - deadline: The time after which the result is no longer useful.
    /// - Returns: The embedding; empty if the model computes none.
    /// - Throws: `RecognitionError`.
    func embedding(
        of box: [Double], in picture: Picture, deadline: ContinuousClock.Instant
    ) async throws(RecognitionError) -> [Double]
}

extension FoodRecognizer {
    package var space: String { "" }

    package func mass(of food: FoodPrediction.Food, as label: String) -> MassModel.Estimate? { nil }

    package func embedding(
        of box: [Double], in picture: Picture, deadline: ContinuousClock.Instant
    ) async throws(RecognitionError) -> [Double] { [] }
}
