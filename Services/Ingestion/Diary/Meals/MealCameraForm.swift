import EventContracts
import Foundation
import IngestionCore
import ServiceRuntime

/// Camera parameters from the form part `camera`, for the depth map in the part `depth` (VIS-03).
struct MealCameraForm: Sendable {
    let camera: MealCamera
    /// Location and format of the depth map; nil without one.
    let depth: MealDepth?

    /// The names of the two form parts.
    static let field = PhotoIntake.cameraField, depthField = PhotoIntake.depthField

    private static let focals = 1.0...1e6, sides = 2.0...12_000.0, units = 1e-7...10.0

    /// Parses a part.
    ///
    /// - Parameters:
    ///   - text: JSON.
    ///   - depthBytes: The size of the depth map; nil without one.
    ///   - account: The account.
    ///   - fields: Receives faults.
    /// - Returns: Nil if it is invalid.
    static func read(
        _ text: String, depthBytes: Int?, of account: AccountID, _ fields: inout BodyFields
    ) -> MealCameraForm? {
        // Parsed without the check for card numbers, because focal lengths may look like them.
        guard let body = try? JSONReader.read(Array(text.utf8)), case .object = body else {
            fields.report(field, .init(.wrongType, "must be a JSON object", ["type": "object"]))
            return nil
        }
        let root = JSONPointer.root.member(field)
        let lens = body["intrinsics"] ?? .null, place = root.member("intrinsics")
        func number(_ name: String, _ range: ClosedRange<Double>) -> Double? {
            fields.number(lens[name], at: place.member(name), in: range)
        }
        guard let focalX = number("fx", focals), let focalY = number("fy", focals),
            let centerX = number("cx", 0...12_000),
            let centerY = number("cy", 0...12_000), let width = number("width", sides),
            let height = number("height", sides)
        else { return nil }
        let camera = MealCamera(
            focalX: focalX, focalY: focalY, centerX: centerX, centerY: centerY, width: Int(width), height: Int(height),
            gravity: gravity(body["gravity"], at: root.member("gravity"), &fields))
        guard let depthBytes else {
            if body["depth"] ?? .null != .null {
                fields.report(depthField, .init(.required, "is required: camera describes it"))
            }
            return MealCameraForm(camera: camera, depth: nil)
        }
        guard let depth = depth(body["depth"] ?? .null, at: root.member("depth"), of: account, &fields) else {
            return nil
        }
        let expected = depth.width * depth.height * depth.encoding.bytes
        guard depthBytes == expected else {
            fields.report(depthField, .init(.mismatch, "must have \(expected) bytes", ["expected": .integer(expected)]))
            return nil
        }
        return MealCameraForm(camera: camera, depth: depth)
    }

    private static func gravity(_ value: JSONValue?, at place: JSONPointer, _ fields: inout BodyFields) -> [Double]? {
        guard let value, value != .null else { return nil }
        guard case .array(let parts) = value, parts.count == 3 else {
            fields.report(place, .init(.wrongType, "must be three numbers", ["type": "list"]))
            return nil
        }
        let numbers = parts.enumerated().compactMap { index, part in
            fields.number(part, at: place.element(index), in: -100...100)
        }
        guard numbers.count == 3 else { return nil }
        guard numbers.contains(where: { abs($0) > 1e-6 }) else {
            fields.report(place, .init(.malformed, "must not be the zero vector"))
            return nil
        }
        return numbers
    }

    private static func depth(
        _ value: JSONValue, at place: JSONPointer, of account: AccountID, _ fields: inout BodyFields
    ) -> MealDepth? {
        let side = 2.0...Double(MealDepth.maxSide)
        guard let width = fields.number(value["width"], at: place.member("width"), in: side),
            let height = fields.number(value["height"], at: place.member("height"), in: side),
            let encoding = fields.choice(
                value["encoding"], at: place.member("encoding"), of: MealDepth.Encoding.self),
            let measure = fields.choice(
                value["measure"] ?? .string("depth"), at: place.member("measure"), of: MealDepth.Measure.self),
            let unit = fields.number(value["unit"] ?? .number("1"), at: place.member("unit"), in: units)
        else { return nil }
        var isUpright = false
        switch value["upright"] ?? .bool(false) {
        case .bool(let value): isUpright = value
        default: fields.report(place.member("upright"), .notABoolean)
        }
        guard Int(width) * Int(height) <= MealDepth.maxValues else {
            fields.report(place, .tooMany(max: MealDepth.maxValues, "values"))
            return nil
        }
        return MealDepth(
            key: .random(of: account), width: Int(width), height: Int(height), encoding: encoding, measure: measure,
            unit: unit, isUpright: isUpright)
    }
}

extension BodyFields {
    /// A required number at a place.
    fileprivate mutating func number(
        _ value: JSONValue?, at place: JSONPointer, in range: ClosedRange<Double>
    ) -> Double? {
        guard case .number(let text) = value, let number = Double(text), number.isFinite else {
            report(place, value == nil || value == .null ? .required : .notANumber)
            return nil
        }
        guard range.contains(number) else {
            report(place, .outside(range))
            return nil
        }
        return number
    }

    /// A required choice at a place.
    fileprivate mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ value: JSONValue?, at place: JSONPointer, of type: Choice.Type
    ) -> Choice? {
        guard case .string(let text) = value, let choice = Choice(rawValue: text) else {
            report(place, .notAChoice(of: Choice.self))
            return nil
        }
        return choice
    }
}
