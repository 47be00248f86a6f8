import Foundation

/// Adjacent text of a receipt as one string with the positions of its characters.
struct PrintedRow {
    let characters: [Character]
    /// Center of each character from left to right, after straightening.
    let places: [Double]
    /// The index in `characters` at which each fragment begins.
    let starts: [Int]
    let confidence: Double
    let height: Double
    let left: Double
    let right: Double
    private let fragments: [Fragment]

    var text: String { String(characters) }

    init(_ fragments: [Fragment]) {
        var characters: [Character] = [], places: [Double] = [], starts: [Int] = []
        for fragment in fragments {
            if !characters.isEmpty {
                characters.append(" ")
                places.append(fragment.left)
            }
            starts.append(characters.count)
            characters += fragment.characters
            places += fragment.places
        }
        self.characters = characters
        self.places = places
        self.starts = starts
        self.fragments = fragments
        let count = fragments.reduce(0) { $0 + $1.characters.count }
        confidence =
            fragments.reduce(0) { $0 + $1.confidence * Double($1.characters.count) } / Double(max(1, count))
        height = fragments.map(\.height).sorted()[fragments.count / 2]
        left = fragments.map(\.left).min() ?? 0
        right = fragments.map(\.right).max() ?? 0
    }

    /// Splits the row before a fragment.
    func split(at fragment: Int) -> (PrintedRow, PrintedRow) {
        (PrintedRow(Array(fragments[..<fragment])), PrintedRow(Array(fragments[fragment...])))
    }

    /// The row in the horizontal coordinates of another photo.
    func moved(scale: Double, shift: Double) -> PrintedRow {
        PrintedRow(fragments.map { $0.moved(scale: scale, shift: shift) })
    }

    /// The right end of a character.
    func end(of index: Int) -> Double {
        let step = index > 0 && places[index] > places[index - 1] ? places[index] - places[index - 1] : height / 2
        return places[index] + min(step, height) / 2
    }

    /// The part of the photo that contains some of the characters.
    func crop(_ range: Range<Int>) -> PictureCrop {
        var crop: PictureCrop?
        for (fragment, start) in zip(fragments, starts) {
            let inside = range.clamped(to: start..<start + fragment.characters.count)
            guard !inside.isEmpty else { continue }
            let part = fragment.crop(inside.lowerBound - start..<inside.upperBound - start)
            crop = crop?.union(part) ?? part
        }
        return crop ?? fragments[0].crop(0..<1)
    }

    /// The part of the photo that contains the whole row.
    var crop: PictureCrop { crop(0..<characters.count) }

    /// The characters of a range, trimmed of spaces.
    func text(in range: Range<Int>) -> String {
        String(characters[range]).trimmingCharacters(in: .whitespaces)
    }
}
