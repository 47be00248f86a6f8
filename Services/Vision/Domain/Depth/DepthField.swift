import EventContracts
import Foundation

/// The distances of everything on a photo, upright, with the camera's geometry.
package struct DepthField: Sendable {
    /// Width of the map, in values.
    package let width: Int
    package let height: Int
    /// Distances along the optical axis in meters, row by row; 0 without a measurement.
    package let meters: [Float]
    /// Focal lengths of the camera, in the map's values.
    let focalX: Double
    let focalY: Double
    let centerX: Double
    let centerY: Double
    /// The downward direction of length 1, in coordinates of the upright camera; nil if the phone does not report it.
    let down: SpacePoint?

    /// Usable distances in meters; nearer values are noise, farther ones the room.
    static let reach: ClosedRange<Float> = 0.05...5
    /// Maximum number of map values that are used, about 400 × 300; of finer maps only every second or third value is
    /// used.
    static let maxPlaces = 120_000

    /// A map that is already upright.
    package init(
        width: Int, height: Int, meters: [Float], focalX: Double, focalY: Double, centerX: Double, centerY: Double,
        down: SpacePoint? = nil
    ) {
        precondition(meters.count == width * height, "a map has a value for each of its places")
        self.width = width
        self.height = height
        self.meters = meters
        self.focalX = focalX
        self.focalY = focalY
        self.centerX = centerX
        self.centerY = centerY
        self.down = down
    }

    /// The point in space of a map value; nil without a measurement.
    func point(_ column: Int, _ row: Int) -> SpacePoint? {
        let depth = Double(meters[row * width + column])
        guard depth > 0 else { return nil }
        return SpacePoint(
            (Double(column) + 0.5 - centerX) / focalX * depth, (Double(row) + 0.5 - centerY) / focalY * depth, depth)
    }
}

extension DepthField {
    /// Parses the depth map from a phone; nil if the bytes do not match their description, or nothing was measured.
    ///
    /// - Parameters:
    ///   - bytes: The values.
    ///   - map: Their format.
    ///   - camera: The camera's parameters.
    ///   - orientation: The photo's EXIF orientation, 1…8.
    package init?(_ bytes: [UInt8], _ map: MealDepth, _ camera: MealCamera, orientation: Int) {
        guard bytes.count == map.width * map.height * map.encoding.bytes, map.width > 1, map.height > 1,
            map.unit > 0, camera.focalX > 0, camera.focalY > 0, camera.width > 0, camera.height > 0
        else { return nil }
        let step = max(1, Int((Double(map.width * map.height) / Double(Self.maxPlaces)).squareRoot().rounded(.up)))
        let columns = map.width / step, rows = map.height / step
        guard columns > 1, rows > 1 else { return nil }
        var meters = bytes.withUnsafeBytes { raw in
            (0..<columns * rows).map { seen -> Float in
                let place = (seen / columns * step + step / 2) * map.width + seen % columns * step + step / 2
                let value: Float
                switch map.encoding {
                case .float32:
                    let bits = raw.loadUnaligned(fromByteOffset: place * 4, as: UInt32.self)
                    value = Float(bitPattern: UInt32(littleEndian: bits))
                case .uint16:
                    value = Float(UInt16(littleEndian: raw.loadUnaligned(fromByteOffset: place * 2, as: UInt16.self)))
                }
                let scaled = value * Float(map.unit)
                let depth = map.measure == .depth ? scaled : 1 / scaled
                return depth.isFinite && Self.reach.contains(depth) ? depth : 0
            }
        }
        guard meters.contains(where: { $0 > 0 }) else { return nil }
        // The camera's parameters refer to the picture as delivered by the sensor.
        let turn = Turn(orientation: orientation)
        let isTurned = turn.swapsSides
        let (sensorWidth, sensorHeight) =
            map.isUpright && isTurned ? (rows, columns) : (columns, rows)
        let (wide, high) = map.isUpright && isTurned ? (map.height, map.width) : (map.width, map.height)
        let scaleX = Double(wide) / Double(camera.width * step), scaleY = Double(high) / Double(camera.height * step)
        let focal = (x: camera.focalX * scaleX, y: camera.focalY * scaleY)
        let center = turn.apply(
            camera.centerX * scaleX, camera.centerY * scaleY, width: Double(sensorWidth), height: Double(sensorHeight))
        if !map.isUpright {
            meters = turn.apply(to: meters, width: columns, height: rows)
        }
        var down: SpacePoint?
        if let gravity = camera.gravity, gravity.count == 3 {
            let turned = turn.direction(gravity[0], gravity[1])
            down = SpacePoint(turned.x, turned.y, gravity[2]).unit
        }
        self.init(
            width: isTurned ? sensorHeight : sensorWidth, height: isTurned ? sensorWidth : sensorHeight, meters: meters,
            focalX: isTurned ? focal.y : focal.x, focalY: isTurned ? focal.x : focal.y, centerX: center.x,
            centerY: center.y, down: down)
    }
}

/// The rotation and mirroring of stored pixels to the upright photo (EXIF 2.32, tag 0112).
struct Turn {
    let orientation: Int

    /// Whether width and height are swapped.
    var swapsSides: Bool { (5...8).contains(orientation) }

    /// The position in the upright picture for one in the stored picture; `width` and `height` are the stored
    /// picture's.
    func apply(_ x: Double, _ y: Double, width: Double, height: Double) -> (x: Double, y: Double) {
        switch orientation {
        case 2: (width - x, y)
        case 3: (width - x, height - y)
        case 4: (x, height - y)
        case 5: (y, x)
        case 6: (height - y, x)
        case 7: (height - y, width - x)
        case 8: (y, width - x)
        default: (x, y)
        }
    }

    /// The direction in the upright picture for one in the stored picture.
    func direction(_ x: Double, _ y: Double) -> (x: Double, y: Double) { apply(x, y, width: 0, height: 0) }

    /// The values of a stored picture, turned upright.
    func apply(to values: [Float], width: Int, height: Int) -> [Float] {
        guard orientation != 1 else { return values }
        let across = swapsSides ? height : width
        var turned = [Float](repeating: 0, count: values.count)
        for row in 0..<height {
            for column in 0..<width {
                let place = apply(
                    Double(column) + 0.5, Double(row) + 0.5, width: Double(width), height: Double(height))
                turned[Int(place.y) * across + Int(place.x)] = values[row * width + column]
            }
        }
        return turned
    }
}
