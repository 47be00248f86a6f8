/// The model behind a prediction.
package struct Predictor: Sendable, Hashable {
    package var name: String
    package var version: String

    /// A model's name and version.
    package init(name: String, version: String) {
        self.name = name
        self.version = version
    }
}
