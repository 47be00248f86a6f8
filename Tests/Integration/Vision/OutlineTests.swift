import Foundation
import SampleLabels
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import VisionService

@Suite("Food outlines", .slow)
struct OutlineTests {
    /// A picture of an ellipse in one color on another, with noise, and its box.
    private static func drawn(
        _ food: (Int, Int, Int), on table: (Int, Int, Int), across: Double = 120, down: Double = 80
    ) -> (Picture, FoodBox, inside: (Double, Double) -> Bool) {
        let middle = (x: 320.0, y: 240.0)
        @Sendable func inside(_ x: Double, _ y: Double) -> Bool {
            let dx = (x - middle.x) / across, dy = (y - middle.y) / down
            return dx * dx + dy * dy <= 1
        }
        var chance = SeededGenerator(seed: 11)
        let picture = Picture(width: 640, height: 480) { bytes in
            for y in 0..<480 {
                for x in 0..<640 {
                    let color = inside(Double(x) + 0.5, Double(y) + 0.5) ? food : table
                    for (channel, value) in [color.0, color.1, color.2].enumerated() {
                        let grain = Int(chance.next() % 21) - 10
                        bytes[(y * 640 + x) * 3 + channel] = UInt8(min(255, max(0, value + grain)))
                    }
                }
            }
        }
        let box = FoodBox(
            left: middle.x - across, top: middle.y - down, right: middle.x + across, bottom: middle.y + down)
        return (picture, box, inside)
    }

    private static func overlap(_ corners: [Double], _ inside: (Double, Double) -> Bool) -> Double {
        let outline = PartsOutline(corners.enumerated().map { $0 % 2 == 0 ? $1 / 640 : $1 / 480 }, 640, 480)
        var both = 0.0, either = 0.0
        for y in stride(from: 0.5, to: 480, by: 2) {
            for x in stride(from: 0.5, to: 640, by: 2) {
                let first = outline.holds(Point(x: x, y: y)), second = inside(x, y)
                if first && second { both += 1 }
                if first || second { either += 1 }
            }
        }
        return both / max(either, 1)
    }

    @Test(
        "VIS-01, VIS-03: a food is outlined at its edge on any background",
        arguments: [
            ((40, 60, 200), (200, 205, 210)), ((70, 160, 220), (90, 90, 95)), ((230, 230, 235), (60, 90, 120)),
        ])
    func edges(_ food: (Int, Int, Int), _ table: (Int, Int, Int)) throws {
        let eye = try FoodEye(Foods.models)
        let (picture, box, inside) = Self.drawn(food, on: table)
        _ = try eye.detect(in: picture)
        let corners = try eye.outline(box)
        #expect(corners.count >= 12 && corners.count.isMultiple(of: 2))
        #expect(Self.overlap(corners, inside) > 0.9)
        // The same picture gives the same outline, even with a box that is too large.
        #expect(try eye.outline(box) == corners)
        let larger = FoodBox(left: box.left - 14, top: box.top - 14, right: box.right + 14, bottom: box.bottom + 14)
        #expect(Self.overlap(try eye.outline(larger), inside) > 0.85)
    }

    @Test("outline: none without contrast; an empty box is rejected")
    func none() throws {
        let eye = try FoodEye(Foods.models)
        let (picture, _, _) = Self.drawn((40, 60, 200), on: (200, 205, 210))
        #expect { _ = try eye.outline(FoodBox(left: 0, top: 0, right: 10, bottom: 10)) } throws: {
            ($0 as? RecognitionError)?.code == .invalidPicture
        }
        _ = try eye.detect(in: picture)
        #expect(try eye.outline(FoodBox(left: 0, top: 0, right: 640, bottom: 480)).isEmpty)
        #expect(try eye.outline(FoodBox(left: 4, top: 4, right: 9, bottom: 9)).isEmpty)
        #expect(try eye.outline(FoodBox(left: 900, top: 900, right: 990, bottom: 990)).isEmpty)
        #expect { _ = try eye.outline(FoodBox(left: 9, top: 4, right: 9, bottom: 9)) } throws: {
            ($0 as? RecognitionError)?.code == .invalidPicture
        }
    }

    @Test("VIS-01: foods of the sample photo are outlined within their boxes")
    func sample() async throws {
        let picture = try await Engines.decoder.decode(try SampleLabel.meal())
        let sight = try await Foods.recognizer().recognize(in: picture, deadline: .soon)
        for food in sight.foods {
            #expect(food.outline.count >= 6 && food.outline.allSatisfy((0...1).contains), "\(food.label)")
            let xs = stride(from: 0, to: food.outline.count, by: 2).map { food.outline[$0] }
            let slack = 0.1 * (food.box[2] - food.box[0])
            #expect((xs.min() ?? 0) > food.box[0] - slack && (xs.max() ?? 1) < food.box[2] + slack)
        }
    }
}
