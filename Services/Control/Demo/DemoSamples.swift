import EventContracts
import Foundation
import SampleLabels

/// The sample labels with their expected results: texts in `samples.json`, and photos; all made for this project.
struct DemoSamples: Codable, Sendable {
    struct Profile: Codable, Sendable {
        let allergens: [AllergenChoice]
        let traces: TraceStrictness
    }

    struct Sample: Codable, Sendable {
        let title: String
        /// `en`, `fr`, `es` or `zh`.
        let language: String
        let text: String
        let expected: Expectation
    }

    /// One of `SampleLabel`'s photos.
    struct Photo: Codable, Sendable {
        let title: String
        let photo: String
        let expected: Expectation
    }

    /// The expected verdict for the sample profile.
    struct Expectation: Codable, Sendable, Equatable {
        let verdict: Verdict
        let contains: [AllergenChoice]
        let mayContain: [AllergenChoice]

        /// Missing and extra values of a response, in words; empty if none.
        func differences(to scan: GatewayModels.LabelScan) -> [String] {
            var differences: [String] = []
            if scan.verdict != verdict { differences.append("expected \(verdict.words), got \(scan.verdict.words)") }
            let found = [
                ("contains", contains, scan.contains.compactMap(\.allergen)),
                ("may contain", mayContain, scan.mayContain.compactMap(\.allergen)),
            ]
            for (name, expected, actual) in found where Set(expected) != Set(actual) {
                let lists = [expected, actual].map {
                    $0.isEmpty ? "nothing" : $0.sorted().map(\.rawValue).joined(separator: ", ")
                }
                differences.append("\(name): expected \(lists[0]), got \(lists[1])")
            }
            return differences
        }
    }

    let profile: Profile
    let samples: [Sample]
    let photos: [Photo]
    let meal: DemoMeal
    let plate: DemoPlate
    let receipt: DemoReceipt
    let upgrade: DemoUpgrade

    /// The samples that are shipped with the program.
    ///
    /// - Throws: `DecodingError` if the file has another form.
    static func shipped() throws -> DemoSamples {
        try JSONDecoder().decode(DemoSamples.self, from: Data(PackageResources.samples_json))
    }
}

extension DemoSamples {
    /// All samples in the form for sending, the texts first.
    ///
    /// - Throws: An error of Foundation if the photos are not beside the program.
    func labels() throws -> [DemoLabel] {
        let texts = samples.map {
            DemoLabel(title: $0.title, content: .text($0.text, language: $0.language), expected: $0.expected)
        }
        return try texts
            + photos.map {
                let bytes = try SampleLabel.photo($0.photo)
                return DemoLabel(
                    title: $0.title, content: .photo(try DemoPhoto(bytes, name: $0.photo)), expected: $0.expected)
            }
    }
}

extension Verdict {
    /// The displayed text.
    var words: String {
        switch self {
        case .contains: "contains"
        case .couldNotRead: "could not read"
        case .mayContain: "may contain"
        case .notDetected: "not detected"
        }
    }

    var style: Paint.Style {
        switch self {
        case .contains: .red
        case .couldNotRead, .mayContain: .yellow
        case .notDetected: .green
        }
    }
}
