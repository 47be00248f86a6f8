import Foundation
import SampleLabels

/// The meal photo of the demonstration, with its expected foods.
struct DemoPlate: Codable, Sendable {
    let name: String
    /// Expected names of the foods, in any order.
    let foods: [String]

    /// A recognized meal.
    struct Outcome: Codable, Sendable {
        let meal: GatewayModels.Meal
        /// Time from sending the photo to receiving the report, in milliseconds.
        let milliseconds: Double
        /// Differences from the expected result; empty if none.
        let differences: [String]
    }

    /// The request for recognizing the meal.
    ///
    /// - Throws: An error of Foundation if the photo is not beside the program, `ControlFailure` if it is invalid.
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
