import EventContracts
import Foundation

/// The names of foods with their embeddings by an image-text model that the operator has added (ADR 0059).
///
/// `deploy/models open-vocabulary` writes its directory (Services/Vision/Training/README.md). The image tower runs in
/// `FoodEngine`. Immutable; about 4 bytes for each dimension of each name in memory.
package struct OpenVocabulary: Sendable {
    /// A food or dish, under all its names.
    private struct Concept {
        var label: String?
        var texts: [String: String] = [:]
    }

    package let predictor: Predictor
    /// Number of names.
    package var count: Int { concepts.count }
    /// The image tower, the side of its input in pixels, and whether crops are scaled to it by cubic interpolation.
    let image: URL, side: Int, isCubic: Bool
    private let dimensions: Int
    private let calibration: VocabularyCalibration
    /// A unit vector for each name, one after the other.
    private let embeddings: [Float]
    /// The concept of each name.
    private let concepts: [Int]
    private let known: [Concept]

    /// Maximum difference of a stored vector's length from 1: half-precision components, rounded.
    private static let lengthTolerance: Float = 0.02
    private static let header = "language\tname\tfood"

    /// Loads a directory: checks every file against the manifest, and reads the names and their embeddings.
    ///
    /// - Parameters:
    ///   - directory: The directory.
    ///   - labels: The recognizer's labels, matched with English names.
    /// - Returns: The vocabulary; nil if there is no such directory.
    /// - Throws: `RecognitionError` with `modelMissing`, naming the file and what is wrong with it.
    package static func load(_ directory: URL, labels: [String]) throws(RecognitionError) -> OpenVocabulary? {
        guard FileManager.default.fileExists(atPath: directory.path) else { return nil }
        return try OpenVocabulary(directory, labels: Set(labels))
    }

    private init(_ directory: URL, labels: Set<String>) throws(RecognitionError) {
        let (manifest, hash) = try VocabularyManifest.read(in: directory)
        let names = try Self.names(
            in: directory.appending(component: VocabularyManifest.namesFile), count: manifest.names, labels)
        concepts = names.concepts
        known = names.known
        embeddings = try Self.embeddings(
            in: directory.appending(component: VocabularyManifest.embeddingsFile), count: manifest.names,
            dimensions: manifest.dimensions)
        image = directory.appending(component: VocabularyManifest.imageFile)
        side = manifest.image.side
        isCubic = manifest.image.interpolation != "bilinear"
        dimensions = manifest.dimensions
        calibration = VocabularyCalibration(
            temperature: manifest.calibration.temperature, bias: manifest.calibration.bias)
        predictor = Predictor(name: "open-vocabulary-\(Self.plain(manifest.model))", version: hash)
    }

    /// Runs the image tower once, on a gray picture.
    ///
    /// - Throws: `RecognitionError` with `modelMissing` if its output does not fit the manifest.
    func verify(with eye: FoodEye) throws(RecognitionError) {
        let gray = Picture(width: side, height: side) { $0.initializeMemory(as: UInt8.self, repeating: 128) }
        let embedding: [Float]
        do throws(RecognitionError) {
            let view = try eye.detect(in: gray)
            embedding = try eye.vocabularyEmbedding(of: view.whole, padding: 0)
        } catch {
            throw VocabularyManifest.fault(image, "does not run: \(error.reason)")
        }
        guard embedding.count == dimensions, Self.unit(embedding) != nil else {
            throw VocabularyManifest.fault(
                image, "gives \(embedding.count) numbers that are no embedding of \(dimensions) dimensions")
        }
    }

    /// The most probable names of a picture; of equal ones, the first in the table.
    ///
    /// - Parameters:
    ///   - embedding: The picture's embedding, of any length.
    ///   - maxCount: Maximum number of names.
    /// - Returns: The names, the most probable first; empty if the embedding does not fit.
    package func names(of embedding: [Float], maxCount: Int) -> [VocabularyName] {
        guard embedding.count == dimensions, let unit = Self.unit(embedding) else { return [] }
        let scores = calibration.probabilities(of: cosines(with: unit), concepts: concepts, count: known.count)
        let best = scores.indices.sorted { (scores[$0], $1) > (scores[$1], $0) }.prefix(max(0, maxCount))
        return best.map { place in
            let concept = known[place]
            return VocabularyName(
                label: concept.label, texts: concept.texts, score: scores[place], predictor: predictor)
        }
    }

    private func cosines(with unit: [Float]) -> [Double] {
        embeddings.withUnsafeBytes { all in
            unit.withUnsafeBytes { own in
                concepts.indices.map { place in
                    let row = UnsafeRawBufferPointer(rebasing: all[place * own.count..<(place + 1) * own.count])
                    return Double(Self.dot(row, own))
                }
            }
        }
    }

    /// The product of two vectors of equal length, eight components at once.
    private static func dot(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Float {
        let width = MemoryLayout<SIMD8<Float>>.size
        var sums = SIMD8<Float>.zero, place = 0
        while place + width <= left.count {
            sums +=
                left.loadUnaligned(fromByteOffset: place, as: SIMD8<Float>.self)
                * right.loadUnaligned(fromByteOffset: place, as: SIMD8<Float>.self)
            place += width
        }
        var sum = sums.sum()
        while place < left.count {
            sum +=
                left.loadUnaligned(fromByteOffset: place, as: Float.self)
                * right.loadUnaligned(fromByteOffset: place, as: Float.self)
            place += MemoryLayout<Float>.size
        }
        return sum
    }

    /// The vector with length 1; nil for a zero vector or one that is not finite.
    private static func unit(_ vector: [Float]) -> [Float]? {
        let length = vector.reduce(Float(0)) { $0 + $1 * $1 }.squareRoot()
        return length.isFinite && length > 0 ? vector.map { $0 / length } : nil
    }

    // MARK: - Files

    /// Reads `names.tsv`.
    ///
    /// Names of one food of the catalog are one concept; a dish without one is a concept of its own. The label of a
    /// concept is the first English name that is one.
    private static func names(
        in place: URL, count: Int, _ labels: Set<String>
    ) throws(RecognitionError) -> (concepts: [Int], known: [Concept]) {
        let lines = try VocabularyManifest.content(of: place)
            .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard lines.count == count + 2, lines.first == Data(header.utf8), lines.last?.isEmpty == true else {
            throw VocabularyManifest.fault(place, "does not have the header and \(count) names")
        }
        var concepts: [Int] = [], known: [Concept] = [], byFood: [String: Int] = [:]
        for (number, line) in lines.dropFirst().dropLast().enumerated() {
            let parts = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self) }
            guard parts.count == 3, !parts[0].isEmpty, !parts[1].isEmpty else {
                throw VocabularyManifest.fault(place, "has no language, name and food in line \(number + 2)")
            }
            let (language, text, food) = (parts[0], parts[1], parts[2])
            let concept = (food.isEmpty ? nil : byFood[food]) ?? known.count
            if concept == known.count { known.append(Concept()) }
            if !food.isEmpty { byFood[food] = concept }
            if language == "en", known[concept].label == nil, labels.contains(text) { known[concept].label = text }
            // A longer name does not fit into the event; the food may have a shorter one.
            if known[concept].texts[language] == nil, text.unicodeScalars.count <= SeenNames.maxNameLength {
                known[concept].texts[language] = text
            }
            concepts.append(concept)
        }
        return (concepts, known)
    }

    /// Reads `embeddings.f16`: little-endian numbers of half precision.
    private static func embeddings(
        in place: URL, count: Int, dimensions: Int
    ) throws(RecognitionError) -> [Float] {
        let bytes = try VocabularyManifest.content(of: place), half = MemoryLayout<UInt16>.size
        guard bytes.count == count * dimensions * half else {
            throw VocabularyManifest.fault(
                place, "has \(bytes.count) bytes, not those of \(count) names of \(dimensions) dimensions")
        }
        let values = bytes.withUnsafeBytes { (raw: UnsafeRawBufferPointer) -> [Float] in
            (0..<count * dimensions).map { index in
                Float(half: UInt16(littleEndian: raw.loadUnaligned(fromByteOffset: index * half, as: UInt16.self)))
            }
        }
        for row in 0..<count {
            let square = values[row * dimensions..<(row + 1) * dimensions].reduce(Float(0)) { $0 + $1 * $1 }
            guard abs(square.squareRoot() - 1) < lengthTolerance else {
                throw VocabularyManifest.fault(place, "has a vector whose length is not 1, for name \(row + 1)")
            }
        }
        return values
    }

    /// A model's name, as part of a predictor: letters, digits, dots, hyphens and underscores, at most 40.
    private static func plain(_ model: String) -> String {
        let characters = model.prefix(40).map { character in
            character.isASCII && (character.isLetter || character.isNumber || "._".contains(character))
                ? character : "-"
        }
        return String(characters)
    }
}

extension Float {
    /// A number of half precision (IEEE 754 binary16), given by its bits.
    init(half bits: UInt16) {
        let exponent = UInt32(bits >> 10) & 0x1F, fraction = UInt32(bits & 0x3FF)
        let magnitude: Float =
            switch exponent {
            case 0: Float(fraction) * 0x1p-24
            case 0x1F: fraction == 0 ? .infinity : .nan
            default: Float(bitPattern: (exponent + 112) << 23 | fraction << 13)
            }
        self = bits & 0x8000 == 0 ? magnitude : -magnitude
    }
}
