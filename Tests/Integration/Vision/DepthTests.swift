import EventContracts
import Foundation
import TestSupport
import Testing
import UnitSupport

@testable import VisionService

@Suite("Volumes from depth maps, on rendered scenes", .slow)
struct DepthTests {
    /// Volume between the upper half of a ball and the table, for each unit of the ball's volume: a depth map does not
    /// show the gap below it.
    private static let column = 1.25

    private func measure(_ scene: RenderedScene, body: Int = 0, down: Bool = true) -> FoodVolume? {
        let (meters, shown) = scene.render()
        let outlines = scene.bodies.indices.map { scene.outline(of: $0, in: shown) }
        return FoodVolume.measure(
            outlines[body], beside: outlines.indices.filter { $0 != body }.map { outlines[$0] },
            in: scene.field(meters, down: down))
    }

    @Test(
        "VIS-03, VIS-05: volume: from above: blocks, heaps and balls within 6 %",
        arguments: [
            (RenderedScene.Body.block(x: 0, y: 0, width: 0.10, depth: 0.07, height: 0.03), 1.0),
            (.heap(x: 0.01, y: 0, radius: 0.06, height: 0.04), 1.0), (.ball(x: 0, y: 0.01, radius: 0.038), column),
            (.block(x: 0.02, y: -0.02, width: 0.05, depth: 0.05, height: 0.012), 1.0),
        ])
    func above(_ body: RenderedScene.Body, _ ratio: Double) throws {
        let volume = try #require(measure(RenderedScene(bodies: [body])))
        #expect(abs(volume.milliliters / (body.milliliters * ratio) - 1) < 0.06, "\(volume) of \(body.milliliters)")
        #expect(volume.tilt < 8 && volume.coverage == 1)
    }

    @Test("VIS-05: volume: at an angle, with noise and gaps: within 20 %", arguments: [20.0, 35, 50])
    func aslant(_ tilt: Double) throws {
        for (body, ratio) in [
            (RenderedScene.Body.block(x: 0, y: 0, width: 0.10, depth: 0.08, height: 0.03), 1.0),
            (.heap(x: 0, y: 0, radius: 0.06, height: 0.04), 1.0), (.ball(x: 0, y: 0, radius: 0.038), Self.column),
        ] {
            var scene = RenderedScene(bodies: [body])
            (scene.tilt, scene.distance, scene.noise, scene.holes) = (tilt, 0.5, 0.003, 8)
            let volume = try #require(measure(scene))
            #expect(
                abs(volume.milliliters / (body.milliliters * ratio) - 1) < 0.2,
                "\(tilt) degrees: \(volume) of \(body.milliliters * ratio)")
            #expect(abs(volume.tilt - tilt) < 6 && (0.85...0.97).contains(volume.coverage))
        }
    }

    @Test(
        "VIS-03, VIS-04: volume: unnamed food has a mass, wider in a bowl")
    func unnamed() throws {
        let judge = try Foods.models.judge()
        let scene = RenderedScene(bodies: [.heap(x: 0, y: 0, radius: 0.07, height: 0.025)])
        let (meters, shown) = scene.render(), outline = scene.outline(of: 0, in: shown)
        let volume = try #require(FoodVolume.measure(outline, beside: [], in: scene.field(meters)))
        #expect(abs(volume.squareCentimeters / (.pi * 49) - 1) < 0.06, "\(volume)")
        func mass(_ change: (inout FoodPrediction.Food) -> Void) throws -> MassModel.Estimate {
            var food = FoodPrediction.Food(
                label: FoodLabels.otherFood, score: 0.6, box: [0, 0, 1, 1],
                mass: MassModel.Estimate(logarithm: log(317), spread: 0.9), method: .usual, embedding: [])
            food.outline = outline
            change(&food)
            let sight = FoodPrediction(
                foods: [food], light: PhotoLight(brightness: 0.5, sharpness: 20),
                predictor: Predictor(name: "test", version: "1"))
            return try #require(judge.measured(sight, in: scene.field(meters)).foods.first).mass
        }
        let plate = try mass { _ in }, bowl = try mass { $0.fillsVessel = true }
        // 257 cm³ with the density of food.
        #expect((120...300).contains(plate.grams) && plate.high / plate.low < 2.6, "\(plate)")
        #expect(bowl.high / bowl.low > plate.high / plate.low)
    }

    @Test(
        "VIS-02: mass of another model's label: its portion or density",
        arguments: [
            ("rice", 118.0, [158.0, 236.588]), ("pasta", 140.0, [140.0, 236.588]), ("soup", 245.0, [245.0, 236.588]),
            ("stew", 255.0, [255.0, 236.588]), ("salad", 73.0, [73.0, 236.588]), ("meat", 60.0, [17.0, 16.387]),
            ("fish", 90.0, [17.0, 16.387]),
        ])
    func labelOfAnotherModel(_ label: String, _ portion: Double, _ gramsInMilliliters: [Double]) throws {
        let density = gramsInMilliliters[0] / gramsInMilliliters[1]
        let judge = try Foods.models.judge()
        let scene = RenderedScene(bodies: [.heap(x: 0, y: 0, radius: 0.07, height: 0.025)])
        let (meters, shown) = scene.render(), outline = scene.outline(of: 0, in: shown)
        var food = FoodPrediction.Food(
            label: FoodLabels.otherFood, score: 0.6, box: [0, 0, 1, 1],
            mass: MassModel.Estimate(logarithm: log(317), spread: 0.9), method: .usual, embedding: [])
        food.outline = outline
        let usual = try #require(judge.mass(of: food, as: label))
        #expect(abs(usual.grams - portion) < 1e-9 && judge.mass(of: food, as: "not a label") == nil)
        let sight = FoodPrediction(
            foods: [food], light: PhotoLight(brightness: 0.5, sharpness: 20),
            predictor: Predictor(name: "test", version: "1"))
        let measured = try #require(judge.measured(sight, in: scene.field(meters)).foods.first)
        let weight = try #require(measured.volume).milliliters * density
        let fused = try #require(judge.mass(of: measured, as: label))
        // Between the portion and the weight of the volume, which is at most 5 % less than full.
        #expect(fused.grams > min(portion, weight * 0.95) - 0.5 && fused.grams < max(portion, weight) + 0.5)
        #expect(fused.high / fused.low < usual.high / usual.low)
    }

    @Test("VIS-03: adjacent foods are measured separately, not as the table")
    func neighbors() throws {
        let scene = RenderedScene(bodies: [
            .block(x: -0.06, y: 0, width: 0.08, depth: 0.08, height: 0.03), .ball(x: 0.05, y: 0, radius: 0.035),
            .heap(x: 0.05, y: 0.09, radius: 0.04, height: 0.03),
        ])
        for (place, ratio) in [(0, 1.0), (1, Self.column)] {
            let volume = try #require(measure(scene, body: place))
            #expect(abs(volume.milliliters / (scene.bodies[place].milliliters * ratio) - 1) < 0.1, "\(volume)")
        }
    }

    @Test("volume: none without enough data, a table or a tilted view")
    func refusals() {
        let block = RenderedScene.Body.block(x: 0, y: 0, width: 0.10, depth: 0.07, height: 0.03)
        var gaps = RenderedScene(bodies: [block])
        gaps.holes = 70
        #expect(measure(gaps) == nil)

        let scene = RenderedScene(bodies: [block]), (meters, shown) = scene.render()
        var chance = SeededGenerator(seed: 3)
        let rubble = zip(meters, shown).map { depth, body in
            body < 0 ? depth * Float(0.6 + Double(chance.next() % 1_000) / 1_250) : depth
        }
        let outline = scene.outline(of: 0, in: shown)
        #expect(FoodVolume.measure(outline, beside: [], in: scene.field(rubble)) == nil)
        // A wall is not a table.
        let wall = DepthField(
            width: scene.width, height: scene.height, meters: meters, focalX: scene.focal, focalY: scene.focal,
            centerX: 128, centerY: 96, down: SpacePoint(0, 1, 0))
        #expect(FoodVolume.measure(outline, beside: [], in: wall) == nil)
        #expect(FoodVolume.measure(outline, beside: [], in: scene.field(meters, down: false)) != nil)
        #expect(FoodVolume.measure([0.1, 0.1], beside: [], in: scene.field(meters)) == nil)
    }

    @Test(
        "VIS-05: every photo orientation and depth format gives the same volume", arguments: 1...8
    )
    func forms(_ orientation: Int) throws {
        var scene = RenderedScene(bodies: [.block(x: 0.02, y: 0.01, width: 0.09, depth: 0.05, height: 0.03)])
        scene.tilt = 15
        let (upright, shown) = scene.render(), outline = scene.outline(of: 0, in: shown)
        let truth = try #require(FoodVolume.measure(outline, beside: [], in: scene.field(upright)))
        // The picture in the sensor's orientation, which the turn makes upright.
        let turn = Turn(orientation: orientation), isTurned = turn.swapsSides
        let width = isTurned ? scene.height : scene.width, height = isTurned ? scene.width : scene.height
        var stored = [Float](repeating: 0, count: upright.count)
        for row in 0..<height {
            for column in 0..<width {
                let place = turn.apply(
                    Double(column) + 0.5, Double(row) + 0.5, width: Double(width), height: Double(height))
                stored[row * width + column] = upright[Int(place.y) * scene.width + Int(place.x)]
            }
        }
        let down = scene.gravity, directions = [(1.0, 0.0), (0.0, 1.0)].map { turn.direction($0.0, $0.1) }
        let camera = MealCamera(
            focalX: scene.focal * 4, focalY: scene.focal * 4, centerX: Double(width) * 2, centerY: Double(height) * 2,
            width: width * 4, height: height * 4,
            gravity: [
                directions[0].x * down[0] + directions[0].y * down[1],
                directions[1].x * down[0] + directions[1].y * down[1], down[2],
            ])
        for measure in MealDepth.Measure.allCases {
            for encoding in MealDepth.Encoding.allCases {
                let unit = encoding == .float32 ? 1.0 : measure == .depth ? 0.0001 : 0.0005
                let values = stored.map { (measure == .depth ? Double($0) : 1 / Double($0)) / unit }
                let bytes = values.flatMap { value -> [UInt8] in
                    encoding == .float32
                        ? withUnsafeBytes(of: Float(value).bitPattern.littleEndian, Array.init)
                        : withUnsafeBytes(of: UInt16(value.rounded()).littleEndian, Array.init)
                }
                let map = MealDepth(
                    key: .random(of: .random()), width: width, height: height, encoding: encoding, measure: measure,
                    unit: unit, isUpright: false)
                let field = try #require(DepthField(bytes, map, camera, orientation: orientation))
                let volume = try #require(FoodVolume.measure(outline, beside: [], in: field))
                #expect(abs(volume.milliliters / truth.milliliters - 1) < 0.05, "\(orientation) \(encoding) \(measure)")
            }
        }
    }

    @Test("depth map: inconsistent bytes are rejected", arguments: [0, 1, 7, 9])
    func garbage(_ count: Int) {
        let map = MealDepth(
            key: .random(of: .random()), width: 2, height: 2, encoding: .uint16, measure: .depth, unit: 0.001,
            isUpright: true)
        let camera = MealCamera(focalX: 2, focalY: 2, centerX: 1, centerY: 1, width: 2, height: 2)
        #expect(DepthField([UInt8](repeating: 9, count: count), map, camera, orientation: 1) == nil)
        #expect(DepthField([UInt8](repeating: 0, count: 8), map, camera, orientation: 1) == nil, "nothing was measured")
        var nonsense = map
        nonsense.encoding = .float32
        let bytes = [Float.nan, .infinity, -1, 1e9].flatMap { withUnsafeBytes(of: $0.bitPattern, Array.init) }
        #expect(DepthField(bytes, nonsense, camera, orientation: 1) == nil)
    }

    @Test("VIS-04, VIS-06: a measured apple weighs its volume times density")
    func mass() throws {
        let judge = try Foods.models.judge()
        var scene = RenderedScene(bodies: [.ball(x: 0, y: 0, radius: 0.045)])
        (scene.noise, scene.holes) = (0.003, 5)
        let (meters, shown) = scene.render()
        let guess = MassModel.Estimate(logarithm: log(180), spread: 0.45)
        var food = FoodPrediction.Food(
            label: "apple", score: 0.9, box: [0, 0, 1, 1], mass: guess, method: .usual, embedding: [])
        food.outline = scene.outline(of: 0, in: shown)
        let sight = FoodPrediction(
            foods: [food], light: PhotoLight(brightness: 0.5, sharpness: 20),
            predictor: Predictor(name: "test", version: "1"))
        let measured = try #require(judge.measured(sight, in: scene.field(meters)).foods.first)
        let truth = scene.bodies[0].milliliters * 0.784
        #expect(measured.method == .measured)
        #expect(abs(measured.mass.grams / truth - 1) < 0.12, "\(measured.mass) of \(truth)")
        #expect(measured.mass.low < truth && truth < measured.mass.high)
        #expect(measured.mass.high / measured.mass.low < guess.high / guess.low)
        // Without a map the result is unchanged.
        let empty = DepthField(
            width: 4, height: 4, meters: [Float](repeating: 0, count: 16), focalX: 4, focalY: 4, centerX: 2, centerY: 2)
        #expect(judge.measured(sight, in: empty) == sight)
    }
}
