import Foundation

/// A photo of a fictional label with its facts: rendered by Tests/Integration/Vision/Rendering, for tests and the demo.
package struct SampleLabel: Codable, Sendable, Equatable {
    /// Name of the JPEG in `Labels`.
    package let file: String
    /// `en`, `fr`, `es` or `zh`.
    package let language: String
    package let text: String
    /// Codes of the declared allergens, among the 14.
    package let contains: [String]
    /// Codes of the allergens in the trace statement.
    package let mayContain: [String]

    /// All labels.
    ///
    /// - Throws: An error of Foundation if the program's resource files are missing.
    package static func all() throws -> [SampleLabel] {
        try JSONDecoder().decode([SampleLabel].self, from: try data(of: "labels.json"))
    }

    /// The bytes of a JPEG of `Labels`.
    ///
    /// - Throws: See `all()`.
    package static func photo(_ file: String) throws -> [UInt8] {
        [UInt8](try data(of: file))
    }

    /// A photo of a fictional meal: a banana, an orange and a tomato on a plate, rendered by
    /// Tests/Integration/Vision/Rendering/render_meal.py.
    ///
    /// - Throws: See `all()`.
    package static func meal() throws -> [UInt8] {
        [UInt8](try Data(contentsOf: Bundle.module.bundleURL.appending(path: "Meals/fruit.jpg")))
    }

    private static func data(of file: String) throws -> Data {
        try Data(contentsOf: Bundle.module.bundleURL.appending(path: "Labels/\(file)"))
    }
}
