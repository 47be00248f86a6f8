import Foundation

/// A photo of a fictional label with the facts on it: rendered by Tests/Integration/Vision/Rendering, for the tests and
/// for the demonstration.
package struct SampleLabel: Codable, Sendable, Equatable {
    /// Name of the JPEG in `Labels`.
    package let file: String
    /// `en`, `fr`, `es` or `zh`.
    package let language: String
    package let text: String
    /// Codes of the declared allergens, of the fourteen.
    package let contains: [String]
    /// Codes of the allergens in the statement of traces.
    package let mayContain: [String]

    /// All of them.
    ///
    /// - Throws: an error of Foundation when the files that belong to the program are not beside it.
    package static func all() throws -> [SampleLabel] {
        try JSONDecoder().decode([SampleLabel].self, from: try data(of: "labels.json"))
    }

    /// The bytes of a JPEG of `Labels`.
    ///
    /// - Throws: as `all()`.
    package static func photo(_ file: String) throws -> [UInt8] {
        [UInt8](try data(of: file))
    }

    /// The photo of a meal that never existed: a banana, an orange and a tomato on a plate, rendered by us
    /// (Tests/Integration/Vision/Rendering/render_meal.py).
    ///
    /// - Throws: as `all()`.
    package static func meal() throws -> [UInt8] {
        [UInt8](try Data(contentsOf: Bundle.module.bundleURL.appending(path: "Meals/fruit.jpg")))
    }

    private static func data(of file: String) throws -> Data {
        try Data(contentsOf: Bundle.module.bundleURL.appending(path: "Labels/\(file)"))
    }
}
