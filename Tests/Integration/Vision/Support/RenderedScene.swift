import EventContracts
import Foundation
import UnitSupport

@testable import VisionService

/// Foods of known volume on a table, and the depths that a camera above it measures, computed by casting a ray through
/// each pixel.
struct RenderedScene {
    /// A body on the table; lengths in meters, positions on the table relative to the point that the camera looks at.
    enum Body {
        case ball(x: Double, y: Double, radius: Double)
        case block(x: Double, y: Double, width: Double, depth: Double, height: Double)
        /// The upper half of an ellipsoid: a heap.
        case heap(x: Double, y: Double, radius: Double, height: Double)

        /// In cubic centimetres.
        var milliliters: Double {
            switch self {
            case .ball(_, _, let radius): 4 / 3 * .pi * radius * radius * radius * 1e6
            case .block(_, _, let width, let depth, let height): width * depth * height * 1e6
            case .heap(_, _, let radius, let height): 2 / 3 * .pi * radius * radius * height * 1e6
            }
        }
    }

    var bodies: [Body]
    /// Distance of the camera from its target on the table, in meters along its axis.
    var distance = 0.4
    /// Degrees from straight down.
    var tilt = 0.0
    var width = 256
    var height = 192
    var focal = 220.0
    /// Relative deviation of the depths, and the percentage of pixels without a value.
    var noise = 0.0
    var holes = 0

    private var camera: (place: SpacePoint, right: SpacePoint, down: SpacePoint, ahead: SpacePoint) {
        let angle = tilt * .pi / 180
        // The table is z = 0, up is +z; the camera leans back along -y.
        let ahead = SpacePoint(0, sin(angle), -cos(angle))
        let right = SpacePoint(1, 0, 0)
        return (SpacePoint(0, 0, 0) - ahead * distance, right, ahead.cross(right), ahead)
    }

    /// The direction of gravity in camera coordinates.
    var gravity: [Double] {
        let camera = camera, down = SpacePoint(0, 0, -1)
        return [camera.right.dot(down), camera.down.dot(down), camera.ahead.dot(down)]
    }

    /// Depths row by row, and the body visible at each pixel; -1 for the table.
    func render() -> (meters: [Float], shown: [Int]) {
        let camera = camera
        var chance = SeededGenerator(seed: 7), meters: [Float] = [], shown: [Int] = []
        for row in 0..<height {
            for column in 0..<width {
                let across = (Double(column) + 0.5 - Double(width) / 2) / focal
                let along = (Double(row) + 0.5 - Double(height) / 2) / focal
                // The ray's component along the camera's axis is 1, so that a distance along the ray is a depth.
                let ray = camera.right * across + camera.down * along + camera.ahead
                var depth = -camera.place.z / ray.z, body = -1
                for (index, one) in bodies.enumerated() {
                    if let hit = one.hit(from: camera.place, along: ray), hit < depth { (depth, body) = (hit, index) }
                }
                let random = (0..<4).reduce(0.0) { sum, _ in
                    sum + Double(chance.next() >> 11) / Double(1 << 53) - 0.5
                }
                depth *= 1 + noise * random * 3.0.squareRoot()
                let isHole = Int(chance.next() % 100) < holes
                meters.append(isHole ? 0 : Float(depth))
                shown.append(body)
            }
        }
        return (meters, shown)
    }

    /// The outline of a body: the corners of the convex hull of its pixels, as fractions of the picture.
    func outline(of body: Int, in shown: [Int]) -> [Double] {
        var places: [Point] = []
        for (place, one) in shown.enumerated() where one == body {
            places.append(Point(x: Double(place % width) + 0.5, y: Double(place / width) + 0.5))
        }
        return Self.hull(places).flatMap { [$0.x / Double(width), $0.y / Double(height)] }
    }

    func field(_ meters: [Float], down: Bool = true) -> DepthField {
        let gravity = gravity
        return DepthField(
            width: width, height: height, meters: meters, focalX: focal, focalY: focal, centerX: Double(width) / 2,
            centerY: Double(height) / 2, down: down ? SpacePoint(gravity[0], gravity[1], gravity[2]) : nil)
    }

    /// Andrew's monotone chain.
    private static func hull(_ places: [Point]) -> [Point] {
        let sorted = places.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        func half(_ places: [Point]) -> [Point] {
            var chain: [Point] = []
            for place in places {
                while chain.count > 1 {
                    let a = chain[chain.count - 2], b = chain[chain.count - 1]
                    if (b.x - a.x) * (place.y - a.y) - (b.y - a.y) * (place.x - a.x) > 0 { break }
                    chain.removeLast()
                }
                chain.append(place)
            }
            return chain.dropLast()
        }
        return half(sorted) + half(sorted.reversed())
    }
}

extension RenderedScene.Body {
    /// Distance along a ray to the body; nil if the ray misses it.
    fileprivate func hit(from origin: SpacePoint, along ray: SpacePoint) -> Double? {
        switch self {
        case .ball(let x, let y, let radius):
            return quadric(origin - SpacePoint(x, y, radius), ray, radius, radius)
        case .heap(let x, let y, let radius, let height):
            let hit = quadric(origin - SpacePoint(x, y, 0), ray, radius, height)
            return hit.flatMap { (origin + ray * $0).z >= 0 ? $0 : nil }
        case .block(let x, let y, let width, let depth, let height):
            var near = -Double.infinity, far = Double.infinity
            for (start, way, low, high) in [
                (origin.x, ray.x, x - width / 2, x + width / 2), (origin.y, ray.y, y - depth / 2, y + depth / 2),
                (origin.z, ray.z, 0, height),
            ] {
                guard abs(way) > 1e-12 else {
                    if start < low || start > high { return nil }
                    continue
                }
                let first = (low - start) / way, second = (high - start) / way
                near = max(near, min(first, second))
                far = min(far, max(first, second))
            }
            return near <= far && near > 0 ? near : nil
        }
    }

    private func quadric(_ start: SpacePoint, _ ray: SpacePoint, _ across: Double, _ up: Double) -> Double? {
        let s = SpacePoint(start.x / across, start.y / across, start.z / up)
        let r = SpacePoint(ray.x / across, ray.y / across, ray.z / up)
        let a = r.dot(r), b = s.dot(r), c = s.dot(s) - 1, root = b * b - a * c
        return root < 0 ? nil : (-b - root.squareRoot()) / a
    }
}
