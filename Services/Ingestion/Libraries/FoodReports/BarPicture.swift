import FoodCatalogue
import Foundation

/// A picture with amounts as bars, each with its name and its figure, readable without color.
package struct BarPicture: Sendable {
    /// One bar.
    package struct Bar: Sendable {
        package let label: String
        /// The displayed amount.
        package let amount: String
        /// Length as a share of the longest bar, from 0 to 1.
        package let share: Double

        package init(label: String, amount: String, share: Double) {
            self.label = label
            self.amount = amount
            self.share = min(1, max(0, share))
        }
    }

    /// Width of the picture, in pixels.
    package static let width = 1_280
    /// Maximum number of bars.
    package static let maxBars = 100
    private static let row = 56.0
    private static let top = 96.0

    private let title: String
    private let bars: [Bar]

    /// A picture with a title and the first `maxBars` bars.
    package init(title: String, bars: [Bar]) {
        self.title = title
        self.bars = Array(bars.prefix(Self.maxBars))
    }

    /// The picture; it takes some tens of milliseconds of one processor.
    ///
    /// - Parameter language: Selects the forms of characters.
    /// - Returns: A PNG, the same bytes for the same bars on one machine.
    /// - Throws: `DrawingFailed`.
    package func png(in language: FoodLanguage) throws(DrawingFailed) -> Data {
        let width = Double(Self.width), height = Self.top + Self.row * Double(max(1, bars.count)) + 24
        let canvas = try PageCanvas(width: Int32(Self.width), height: Int32(height), language: language)
        canvas.draw(title, x: 24, y: 24, width: width - 48, PageCanvas.Style(size: 36, isBold: true))
        let left = 380.0, room = width - left - 220
        for (place, bar) in bars.enumerated() {
            let y = Self.top + Self.row * Double(place)
            canvas.draw(
                bar.label, x: 24, y: y + 8, width: left - 44, PageCanvas.Style(size: 26, alignment: .right))
            let length = room * bar.share
            if length >= 1 { canvas.fill(.green, x: left, y: y + 8, width: length, height: 36) }
            canvas.draw(bar.amount, x: left + length + 14, y: y + 8, width: 190, PageCanvas.Style(size: 26))
        }
        return try canvas.finish()
    }
}
