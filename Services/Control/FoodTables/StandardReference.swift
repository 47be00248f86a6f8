import FoodCatalogue
import Foundation

/// Reads USDA's National Nutrient Database for Standard Reference in its original ASCII files (release 28 and earlier):
/// FOOD_DES.txt, NUT_DATA.txt and, if present, WEIGHT.txt.
package struct StandardReference: FoodTableReader {
    private let folder: URL

    package init(_ folder: URL) {
        self.folder = folder
    }

    // The files have no header, so columns are given by position (the release's documentation, "Relational files").
    private static let description = (file: "FOOD_DES.txt", number: 0, name: 2, count: 3)
    private static let data = (file: "NUT_DATA.txt", number: 0, nutrient: 1, amount: 2, count: 3)
    private static let weight = (file: "WEIGHT.txt", number: 0, amount: 2, measure: 3, grams: 4, count: 5)

    package func read(_ take: (ImportEvent) throws -> Void) throws {
        var foods = GatheredFoods()
        try forEach(Self.description.file, fields: Self.description.count, take) { fields, record in
            try foods.add(
                fields[Self.description.number], source: "sr28", names: [.english: fields[Self.description.name]],
                file: Self.description.file, record: record)
        }
        try forEach(Self.data.file, fields: Self.data.count, take) { fields, _ in
            try foods.add(
                amount: fields[Self.data.amount], of: fields[Self.data.nutrient], to: fields[Self.data.number])
        }
        if FileManager.default.fileExists(atPath: folder.appending(path: Self.weight.file).path()) {
            try forEach(Self.weight.file, fields: Self.weight.count, take) { fields, _ in
                try foods.add(
                    portion: "\(fields[Self.weight.amount]) \(fields[Self.weight.measure])",
                    grams: fields[Self.weight.grams], to: fields[Self.weight.number])
            }
        }
        try foods.handOut(take)
    }

    private func forEach(
        _ file: String, fields count: Int, _ take: (ImportEvent) throws -> Void,
        _ body: ([String], Int) throws -> Void
    ) throws {
        var reader = try RecordReader(try FoodFile.url(file, in: folder), .standardReference)
        while true {
            do {
                guard let fields = try reader.next() else { return }
                guard fields.count >= count else { throw RowProblem.tooFewFields }
                try body(fields, reader.number)
            } catch let problem as RowProblem {
                try take(.rejected(file: file, record: reader.number, problem: problem))
            }
        }
    }
}

/// The files of a download.
enum FoodFile {
    /// - Throws: `FoodFileError.missingFile`.
    static func url(_ name: String, in folder: URL) throws -> URL {
        let url = folder.appending(path: name)
        guard FileManager.default.fileExists(atPath: url.path(percentEncoded: false)) else {
            throw FoodFileError.missingFile(name)
        }
        return url
    }
}
