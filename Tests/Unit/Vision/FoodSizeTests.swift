import EventContracts
import Foundation
import Testing

@testable import VisionService

@Suite("Sizes of foods") struct FoodSizeTests {
    private static let view = FoodView(
        width: 640, height: 480, light: PhotoLight(brightness: 0.5, sharpness: 20), rows: [])
    private static let mass = MassModel.Estimate(logarithm: log(180), spread: 0.25)

    /// The result for a box of a size in the middle of the photo.
    private func seen(
        _ width: Double, _ height: Double, plate: (width: Double, height: Double)? = nil, density: Double? = nil
    ) throws -> FoodSize.Seen {
        func box(_ width: Double, _ height: Double) -> FoodBox {
            FoodBox(left: 320 - width / 2, top: 240 - height / 2, right: 320 + width / 2, bottom: 240 + height / 2)
        }
        let seen = FoodSize.Seen(
            box(width, height), of: Self.view, plate: plate.map { box($0.width, $0.height) }, density: density)
        return try #require(seen)
    }

    @Test("VIS-03: a round food's size follows from its volume", arguments: [(120.0, 100.0), (80.0, 160.0)])
    func round(width: Double, height: Double) throws {
        let size = try #require(FoodSize(try seen(width, height, density: 0.784), weighing: Self.mass))
        let (length, breadth) = (size.length.centimeters, size.breadth.centimeters)
        #expect(size.height == size.breadth && size.scale == .mass)
        #expect(abs(length / breadth - max(width, height) / min(width, height)) < 1e-9)
        #expect(abs(.pi / 6 * length * breadth * breadth - 180 / 0.784) < 1e-6)
        // A third of the range of the mass, and the measured deviation of shapes.
        let spread = (pow(0.25 / 3, 2) + pow(0.15, 2)).squareRoot()
        #expect(abs(log(size.length.high / size.length.low) / 2 - spread) < 1e-9)
    }

    @Test("VIS-03: a food that is not round is measured by its plate, no height")
    func plate() throws {
        let size = try #require(FoodSize(try seen(90, 200, plate: (300, 400)), weighing: Self.mass))
        #expect(size.scale == .plate && size.height == nil)
        #expect(abs(size.length.low - 7.5) < 1e-9 && abs(size.length.high - 15) < 1e-9)
        #expect(abs(size.breadth.low - 4.5) < 1e-9 && abs(size.breadth.high - 9) < 1e-9)
    }

    @Test("VIS-03: a food without a scale, or cut by the photo, has no size")
    func none() throws {
        let shapeless = try seen(90, 200), unweighed = try seen(90, 200, density: 1)
        #expect(FoodSize(shapeless, weighing: Self.mass) == nil && FoodSize(unweighed, weighing: nil) == nil)
        for edge in [
            FoodBox(left: 0, top: 100, right: 200, bottom: 200), FoodBox(left: 100, top: 100, right: 639, bottom: 200),
            FoodBox(left: 100, top: 2, right: 200, bottom: 90), FoodBox(left: 100, top: 300, right: 200, bottom: 480),
        ] {
            #expect(FoodSize.Seen(edge, of: Self.view, plate: nil, density: 1) == nil)
        }
    }

    @Test("VIS-03: foods weighed by a remote model get no size from density")
    func remote() throws {
        var food = FoodPrediction.Food(
            label: "apple", score: 0.9, box: [0.4, 0.4, 0.6, 0.6], mass: Self.mass, method: .appearance, embedding: [])
        #expect(food.size == nil)
        food.shape = try seen(100, 100, density: 0.784)
        let size = try #require(food.size)
        let published = SeenFood.Size(size)
        #expect(published.length.millimeters == 76 && published.height == published.breadth && published.scale == .mass)
        food.method = .remote
        #expect(food.size == nil)
    }

    @Test("densities: only round foods have one that gives a size")
    func densities() throws {
        let text = """
            {"foods": {"apple": {"density": 0.784, "fill": 0.8, "deviation": 0.08},
              "mango": {"density": 1.101, "fill": 0.82, "deviation": 0.14},
              "banana": {"density": 0.92, "fill": 0.85, "deviation": 0.1}},
             "otherwise": {"density": 0.85, "fill": 0.8, "deviation": 0.3}}
            """
        let densities = try JSONDecoder().decode(FoodDensities.self, from: Data(text.utf8))
        #expect(densities.ofRound("apple") == 0.784 && densities.ofRound("mango") == 1.101)
        #expect(densities.ofRound("banana") == nil && densities.ofRound("other food") == nil)
    }
}
