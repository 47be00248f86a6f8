import CPageCanvas
import FoodCatalogue
import Foundation

/// A PDF or picture could not be drawn: no memory, or no font.
package struct DrawingFailed: Error, Sendable, CustomStringConvertible {
    package let description = "the document could not be drawn"
}

/// Pages to draw on; lengths are points in a PDF and pixels in a picture, from the upper left corner.
final class PageCanvas {
    /// A color with components from 0 to 1.
    struct Color {
        let red, green, blue: Double

        static let black = Color(red: 0.13, green: 0.13, blue: 0.13)
        static let gray = Color(red: 0.42, green: 0.42, blue: 0.42)
        static let light = Color(red: 0.92, green: 0.93, blue: 0.92)
        static let green = Color(red: 0.16, green: 0.45, blue: 0.29)
        static let orange = Color(red: 0.85, green: 0.52, blue: 0.15)
        static let blue = Color(red: 0.20, green: 0.42, blue: 0.65)
        static let plum = Color(red: 0.50, green: 0.27, blue: 0.49)
        static let white = Color(red: 1, green: 1, blue: 1)
    }

    enum Alignment {
        case left, center, right
    }

    /// The style of a text.
    struct Style {
        var size: Double
        var isBold = false
        var alignment: Alignment = .left
        var color: Color = .black
        /// Maximum number of lines; longer text ends with an ellipsis.
        var lines = 1
    }

    private let canvas: OpaquePointer
    private let language: String

    /// Width and height of A4 in points.
    static let a4 = (width: 595.28, height: 841.89)

    /// A PDF in A4.
    ///
    /// - Parameters:
    ///   - title: The title shown by PDF viewers.
    ///   - date: The time of creation, as ISO 8601: part of the bytes, so that equal reports have equal bytes.
    ///   - language: Selects the forms of characters.
    /// - Throws: `DrawingFailed`.
    init(pdf title: String, date: String, language: FoodLanguage) throws(DrawingFailed) {
        guard let canvas = page_canvas_pdf(Self.a4.width, Self.a4.height, Self.withoutNull(title), date) else {
            throw DrawingFailed()
        }
        self.canvas = canvas
        self.language = language.rawValue
    }

    /// A white picture.
    ///
    /// - Throws: `DrawingFailed`.
    init(width: Int32, height: Int32, language: FoodLanguage) throws(DrawingFailed) {
        guard let canvas = page_canvas_picture(width, height) else { throw DrawingFailed() }
        self.canvas = canvas
        self.language = language.rawValue
    }

    deinit {
        page_canvas_free(canvas)
    }

    func nextPage() {
        page_canvas_next_page(canvas)
    }

    func fill(_ color: Color, x: Double, y: Double, width: Double, height: Double, radius: Double = 0) {
        page_canvas_color(canvas, color.red, color.green, color.blue)
        page_canvas_rectangle(canvas, x, y, width, height, radius)
    }

    /// Draws text in a column and returns its height.
    @discardableResult
    func draw(_ text: String, x: Double, y: Double, width: Double, _ style: Style) -> Double {
        page_canvas_color(canvas, style.color.red, style.color.green, style.color.blue)
        return set(text, x: x, y: y, width: width, style, measures: false)
    }

    /// The height of text when drawn.
    func height(of text: String, width: Double, _ style: Style) -> Double {
        set(text, x: 0, y: 0, width: width, style, measures: true)
    }

    /// Ends the document and returns its bytes; nothing can be drawn afterwards.
    ///
    /// - Throws: `DrawingFailed`.
    func finish() throws(DrawingFailed) -> Data {
        var length = 0
        guard let bytes = page_canvas_finish(canvas, &length) else { throw DrawingFailed() }
        return Data(bytes: bytes, count: length)
    }

    private func set(_ text: String, x: Double, y: Double, width: Double, _ style: Style, measures: Bool) -> Double {
        let alignment =
            switch style.alignment {
            case .left: PAGE_LEFT
            case .center: PAGE_CENTER
            case .right: PAGE_RIGHT
            }
        var text = Self.withoutNull(text)
        return text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                page_canvas_text(
                    canvas, $0.baseAddress, $0.count, x, y, width, style.size, style.isBold, alignment,
                    Int32(style.lines), language, measures)
            }
        }
    }

    /// Removes null characters: Pango treats them as errors, and as line ends within a single line.
    private static func withoutNull(_ text: String) -> String {
        String(text.map { $0 == "\0" || $0.isNewline ? " " : $0 })
    }
}
