import Foundation

/// A line of text in a rotated coordinate system, in which lines run from left to right.
struct Fragment {
    let characters: [Character]
    /// Center of each character, from left to right.
    private(set) var places: [Double]
    private(set) var left: Double
    private(set) var right: Double
    /// Vertical center of the line, increasing downwards.
    let y: Double
    private(set) var height: Double
    /// Downward slope of the line: pixels down per pixel to the right.
    let slope: Double
    let confidence: Double
    let page: Int
    /// Corners in the original photo.
    let corners: [PicturePoint]

    var width: Double { right - left }
    var middle: Double { (left + right) / 2 }

    /// A line rotated by an angle; nil for blank text and invalid lines.
    init?(_ line: PrintedLine, page: Int, turnedBy angle: Double) {
        let scalars = Array(line.text.unicodeScalars)
        guard line.corners.count == 4, scalars.contains(where: { !$0.properties.isWhitespace }) else { return nil }
        let sine = sin(-angle), cosine = cos(-angle)
        let turned = line.corners.map {
            PicturePoint(x: cosine * $0.x - sine * $0.y, y: sine * $0.x + cosine * $0.y)
        }
        let start = Self.middle(turned[0], turned[3]), end = Self.middle(turned[1], turned[2])
        let (left, right) = (min(start.x, end.x), max(start.x, end.x))
        var characters: [Character] = [], places: [Double] = []
        for (index, scalar) in scalars.enumerated() {
            guard let character = PrintedCharacter.plain(scalar) else { continue }
            let share =
                line.positions.count == scalars.count
                ? line.positions[index] : (Double(index) + 0.5) / Double(scalars.count)
            characters.append(character)
            places.append(left + share * (right - left))
        }
        guard characters.contains(where: { $0 != " " }) else { return nil }
        self.characters = characters
        self.places = places
        self.left = left
        self.right = right
        y = (start.y + end.y) / 2
        height = max(1, (Self.distance(turned[0], turned[3]) + Self.distance(turned[1], turned[2])) / 2)
        slope = right - left > 1 ? (end.y - start.y) / (end.x - start.x) : 0
        confidence = line.confidence
        self.page = page
        corners = line.corners
    }

    /// The line in the horizontal coordinates of another photo; its corners stay in its own photo.
    func moved(scale: Double, shift: Double) -> Fragment {
        var moved = self
        moved.places = places.map { $0 * scale + shift }
        moved.left = left * scale + shift
        moved.right = right * scale + shift
        moved.height = height * scale
        return moved
    }

    /// The part of the photo that contains some of the characters.
    func crop(_ range: Range<Int>) -> PictureCrop {
        let span = max(1, width)
        let step = span / Double(max(1, characters.count))
        let first = ((places[range.lowerBound] - step / 2 - left) / span).clamped
        let last = ((places[range.upperBound - 1] + step / 2 - left) / span).clamped
        let points = [
            Self.between(corners[0], corners[1], first), Self.between(corners[0], corners[1], last),
            Self.between(corners[3], corners[2], last), Self.between(corners[3], corners[2], first),
        ]
        let xs = points.map(\.x), ys = points.map(\.y)
        let (minX, minY) = (xs.min() ?? 0, ys.min() ?? 0)
        return PictureCrop(
            page: page, x: minX, y: minY, width: (xs.max() ?? 0) - minX, height: (ys.max() ?? 0) - minY)
    }

    /// The rotation of a photo, in radians: the median of its long lines.
    static func angle(of lines: [PrintedLine]) -> Double {
        let measured = lines.filter { $0.corners.count == 4 }.map { line in
            let start = middle(line.corners[0], line.corners[3]), end = middle(line.corners[1], line.corners[2])
            return (length: distance(start, end), angle: atan2(end.y - start.y, end.x - start.x))
        }.sorted { $0.length < $1.length }
        let angles = measured.suffix(max(1, measured.count / 2)).map(\.angle).sorted()
        return angles.isEmpty ? 0 : angles[angles.count / 2]
    }

    private static func middle(_ first: PicturePoint, _ second: PicturePoint) -> PicturePoint {
        between(first, second, 0.5)
    }

    private static func between(_ first: PicturePoint, _ second: PicturePoint, _ share: Double) -> PicturePoint {
        PicturePoint(x: first.x + (second.x - first.x) * share, y: first.y + (second.y - first.y) * share)
    }

    private static func distance(_ first: PicturePoint, _ second: PicturePoint) -> Double {
        let (x, y) = (first.x - second.x, first.y - second.y)
        return (x * x + y * y).squareRoot()
    }
}

extension Double {
    /// The value limited to 0…1.
    fileprivate var clamped: Double { Swift.min(1, Swift.max(0, self)) }
}

/// Normalizes characters with the same meaning: full-width forms, kinds of dashes and spaces.
enum PrintedCharacter {
    /// The plain form; nil for invisible marks.
    static func plain(_ scalar: Unicode.Scalar) -> Character? {
        switch scalar.value {
        case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0).map(Character.init)
        case 0x2010...0x2015, 0x2212, 0x2043, 0x02D7: "-"
        case 0x2018, 0x2019, 0x00B4, 0x0060: "'"
        case 0x201C, 0x201D: "\""
        case 0x3002: "."
        case 0x3001: ","
        case 0x3010: "["
        case 0x3011: "]"
        case 0xFFE5: "¥"
        case 0x00B7, 0x2022, 0x30FB: "."
        case 0x200B...0x200D, 0xFEFF: nil
        default: scalar.properties.isWhitespace ? " " : Character(scalar)
        }
    }
}
