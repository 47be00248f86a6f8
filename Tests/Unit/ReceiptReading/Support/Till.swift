import ReceiptReading

/// Prints rows on a character grid as a till does, and returns the text lines as recognized.
enum Till {
    private static let column = 10.0, row = 30.0, height = 20.0

    /// Prints rows; each row is split into pieces at two spaces.
    ///
    /// - Parameters:
    ///   - rows: From top to bottom.
    ///   - tilt: Vertical shift of rows, per pixel to the right.
    ///   - bow: Distance of the middle of a row below its ends, in pixels.
    ///   - curl: Distance of the right end of a row of 40 columns below its straight beginning, in pixels.
    /// - Returns: The pieces, in no order.
    static func print(
        _ rows: [String], tilt: Double = 0, bow: Double = 0, curl: Double = 0
    ) -> [PrintedLine] {
        var lines: [PrintedLine] = []
        let middle = 20 * column
        func point(_ x: Double, _ y: Double) -> PicturePoint {
            let share = (x - middle) / middle
            let turn = x / (40 * column)
            return PicturePoint(
                x: x - tilt * y, y: y + tilt * x + bow * (1 - share * share) + curl * turn * turn)
        }
        for (index, text) in rows.enumerated() {
            let top = Double(index) * row
            for piece in pieces(of: text) {
                let left = Double(piece.start) * column, right = left + Double(piece.width) * column
                lines.append(
                    PrintedLine(
                        piece.text,
                        corners: [
                            point(left, top), point(right, top), point(right, top + height), point(left, top + height),
                        ], confidence: 0.98))
            }
        }
        // Recognition may return them in any order.
        return lines.reversed()
    }

    /// Parses the printed rows.
    static func read(
        _ rows: [String], _ context: ReceiptContext = ReceiptContext(), tilt: Double = 0, bow: Double = 0,
        curl: Double = 0
    ) -> Receipt {
        ReceiptParser(context).parse([print(rows, tilt: tilt, bow: bow, curl: curl)])
    }

    private static func pieces(of text: String) -> [(text: String, start: Int, width: Int)] {
        var pieces: [(text: String, start: Int, width: Int)] = []
        var piece = "", start = 0, place = 0, spaces = 0
        for character in text {
            let wide = character.unicodeScalars.first?.properties.isIdeographic == true ? 2 : 1
            if character == " " {
                spaces += 1
            } else {
                if spaces > 1 || piece.isEmpty {
                    if !piece.isEmpty { pieces.append((piece, start, place - spaces - start)) }
                    piece = ""
                    start = place
                } else if spaces == 1 {
                    piece += " "
                }
                piece.append(character)
                spaces = 0
            }
            place += wide
        }
        if !piece.isEmpty { pieces.append((piece, start, place - spaces - start)) }
        return pieces
    }

    /// A row of 40 columns with a text at the left and another at the right edge.
    static func pair(_ left: String, _ right: String, behind: String = "") -> String {
        let wide = left.unicodeScalars.count { $0.properties.isIdeographic } + left.count
        let gap = max(2, 36 - wide - right.count)
        return left + String(repeating: " ", count: gap) + right + (behind.isEmpty ? "" : "  " + behind)
    }

    /// Cents with a decimal point, or with a comma and a space between thousands.
    static func money(_ cents: Int64, comma: Bool = false) -> String {
        let whole = String(cents.magnitude / 100), rest = cents.magnitude % 100
        let grouped = whole.count > 3 ? whole.dropLast(3) + (comma ? " " : ",") + whole.suffix(3) : whole[...]
        return (cents < 0 ? "-" : "") + grouped + (comma ? "," : ".") + (rest < 10 ? "0" : "") + String(rest)
    }
}

/// The same numbers in every run.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
