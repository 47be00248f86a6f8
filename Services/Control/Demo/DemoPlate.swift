import Foundation
import SampleLabels

/// The meal of the demonstration that is sent as a photo, and what has to be seen on it.
struct DemoPlate: Codable, Sendable {
    let name: String
    /// Names of the foods, in any order.
    let foods: [String]

    /// A meal that was seen.
    struct Outcome: Codable, Sendable {
        let meal: GatewayModels.Meal
        /// From sending the photo to holding the report, in milliseconds.
        let milliseconds: Double
        /// Differences from the expected result; empty if none.
        let differences: [String]
    }

    /// The request that has it recognized.
    ///
    /// - Throws: an error of Foundation when the photo is not beside the program, `ControlFailure` when it is none.
    func request() throws -> GatewayClient.Request {
        let photo = try DemoPhoto(try SampleLabel.meal(), name: name)
        let title = name.addingPercentEncoding(withAllowedCharacters: .urlHostAllowed) ?? ""
        var request = GatewayClient.Request(.post, "/v1/meals?name=\(title)")
        request.body = photo.bytes
        request.contentType = photo.mediaType
        return request
    }

    /// Missing and extra values of a response, in words; empty if none.
    func differences(to meal: GatewayModels.Meal) -> [String] {
        let found = meal.items.map { $0.food.name ?? "?" }
        guard found.sorted() != foods.sorted() else { return [] }
        return ["expected \(foods.sorted().joined(separator: ", ")), got \(found.sorted().joined(separator: ", "))"]
    }
}
