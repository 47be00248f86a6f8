import EventContracts
import FoodCatalogue
import FoodLibrary
import FoodTables
import Foundation
import Quantities
import Testing
import UnitSupport

@Suite("Shared foods") struct FoodLibraryTests {
    private static func changed(
        _ id: String, _ names: [String: String], brand: String? = nil, energy: Int64 = 100_000, isOut: Bool = false
    ) -> CatalogueFoodChanged {
        CatalogueFoodChanged(
            foodID: id, version: 1, origin: "staff",
            food: SharedFood(
                names: names, brand: brand, amounts: ["energy": energy],
                portions: [SharedFood.Portion(measures: ["fr": "1 bol", "en": "1 bowl"], milligrams: 40_500)]),
            changedAt: Date(), withdrawnAt: isOut ? Date() : nil)
    }

    private static func ids(_ library: FoodLibrary, _ query: String, _ language: FoodLanguage = .english) -> [String] {
        library.search(query, language: language, limit: 10).map(\.food.id.value)
    }

    @Test("GW-26: added foods are found beside built-in ones", .slow)
    func added() throws {
        let library = try FoodLibrary.builtIn().applying(
            [
                Self.changed("fm-1", ["en": "qwix crunch", "fr": "croquant qwix"], brand: "Zwick"),
                Self.changed("fm-2", ["en": "apple"], energy: 50_000),
            ], upTo: 7)
        #expect(library.revision == 7)
        #expect(Self.ids(library, "qwi") == ["fm-1"] && Self.ids(library, "zwick crun") == ["fm-1"])
        #expect(Self.ids(library, "croquant qwix", .french) == ["fm-1"])
        #expect(library.search("qwixx crunch", language: .english, limit: 3).first?.isMisspelled == true)
        let apples = Self.ids(library, "apple")
        #expect(apples.contains("fm-2") && apples.contains("sr28-09003") && apples.count == 10)
        #expect(Set(apples).count == apples.count)
        let id = try #require(FoodID("fm-1")), food = try #require(library[id])
        #expect(
            food.shownName(in: .spanish).text == "qwix crunch" && food.shownName(in: .french).text == "croquant qwix")
        #expect(food.portions.first?.measure == "1 bowl" && food.portions.first?.mass.value == 40.5)
        #expect(food.thousandths == ["energy": 100_000] && food.group == nil)
    }

    @Test("GW-26: a changed food replaces the built-in one")
    func changed() throws {
        let shipped = try FoodLibrary.builtIn(), apple = try #require(FoodID("sr28-09003"))
        let changed = shipped.applying([Self.changed(apple.value, ["en": "apple, corrected"])], upTo: 1)
        #expect(changed[apple]?.names[.english]?.first == "apple, corrected" && changed[apple]?.group == .fruit)
        #expect(changed[apple]?.thousandths == ["energy": 100_000])
        #expect(Self.ids(changed, "corrected") == [apple.value])
        #expect(Self.ids(changed, "苹果", .chinese).contains(apple.value) == false, "the new state has no Chinese name")
        let out = changed.applying([Self.changed(apple.value, ["en": "apple"], isOut: true)], upTo: 2)
        #expect(out[apple] == nil && !Self.ids(out, "apple").contains(apple.value))
        #expect(!out.foods(named: "apple", language: .english).contains { $0.id == apple })
        #expect(out.shipped(apple)?.thousandths["energy"] == 52_000)
        let back = out.applying([Self.changed(apple.value, ["en": "apple"])], upTo: 3)
        #expect(Self.ids(back, "apple").contains(apple.value))
        // Earlier foods are unchanged.
        #expect(shipped[apple]?.thousandths["energy"] == 52_000)
    }

    @Test("NUT-22: every built-in food round-trips through its record", .slow)
    func published() throws {
        for food in try FoodLibrary.builtIn().all {
            let published = food.eventFood
            #expect(published.fault == nil, "\(food.id)")
            let again = CatalogueFood(food.id, published, from: .staff, insteadOf: food)
            #expect(again.thousandths == food.thousandths && again.portions.count == food.portions.count)
        }
    }

    @Test("NUT-22: a thousand added foods keep search fast")
    func speed() async throws {
        let foods = (0..<1_000).map { Self.changed("fm-\($0)", ["en": "qwix \($0) with apple"], energy: Int64($0)) }
        let library = try FoodLibrary.builtIn().applying(foods, upTo: 1_000)
        for query in ["apple", "qwix", "bannana", "chicken soup", "a", "zzzzqqq"] {
            let time = await fastest(of: 20, until: .seconds(2)) {
                _ = library.search(query, language: .english, limit: 20)
            }
            #expect(time < .seconds(2), "\(query), built without optimisation")
        }
    }
}

@Suite("Imported tables of foods") struct ReleasedLibraryTests {
    private static func table(_ foods: [(id: String, name: String, energy: Double)]) throws -> ReleasedFoods {
        let rows = foods.sorted { $0.id < $1.id }.compactMap { food in
            FoodID(food.id).map { id in
                ReleaseRow.line(
                    ImportedFood(
                        id, named: [.english: food.name], amounts: NutrientAmounts([.energy: food.energy])))
            }
        }
        return try ReleasedFoods(Data((ReleaseRow.head + rows.joined()).utf8))
    }

    private static func ids(_ library: FoodLibrary, _ query: String) -> [String] {
        library.search(query, language: .english, limit: 10).map(\.food.id.value)
    }

    @Test("NUT-26: foods of tables rank behind built-in ones")
    func released() throws {
        let shipped = try FoodLibrary.builtIn()
        let first = shipped.releasing(
            "off", version: 1,
            try Self.table([("off-1", "apple zwick", 60), ("off-2", "qwix bar", 400)]))
        #expect(Self.ids(first, "apple").first == "sr28-09003" && Self.ids(first, "zwick") == ["off-1"])
        #expect(Self.ids(first, "qwixx bar") == ["off-2"], "a letter is wrong")
        let id = try #require(FoodID("off-2"))
        #expect(first[id]?.thousandths == ["energy": 400_000] && first.version(of: "off") == 1)
        #expect(first.foods(named: "Qwix Bar", language: .english).map(\.id) == [id])
        #expect(first.count == shipped.count + 2 && first.all.count == first.count)
        let second = first.releasing("off", version: 2, try Self.table([("off-2", "qwix roll", 300)]))
        #expect(Self.ids(second, "zwick").isEmpty && Self.ids(second, "qwix roll") == ["off-2"])
        let none = second.releasing("off", version: 3, nil)
        #expect(none[id] == nil && Self.ids(none, "qwix").isEmpty && none.count == shipped.count)
        #expect(none.version(of: "off") == 3 && shipped.version(of: "off") == 0)
    }

    @Test("NUT-26: built-in and staff foods outrank imported tables")
    func precedence() throws {
        let apple = try #require(FoodID("sr28-09003")), bar = try #require(FoodID("off-2"))
        let table = try Self.table([("sr28-09003", "Apples, raw", 1), ("sr28-99999", "qwix fruit", 9)])
        let library = try FoodLibrary.builtIn().releasing("sr28", version: 1, table)
        #expect(library[apple]?.thousandths["energy"] == 52_000 && Self.ids(library, "qwix fruit") == ["sr28-99999"])
        #expect(Self.ids(library, "apple").count { $0 == apple.value } == 1)
        // A built-in name stays unambiguous.
        #expect(library.foods(named: "apple", language: .english).count == 1)
        func published(_ isOut: Bool) -> CatalogueFoodChanged {
            CatalogueFoodChanged(
                foodID: bar.value, version: 1, origin: "staff",
                food: SharedFood(names: ["en": "qwix bar, corrected"], amounts: ["energy": 1_000]), changedAt: Date(),
                withdrawnAt: isOut ? Date() : nil)
        }
        let foods = try Self.table([("off-2", "qwix bar", 400)]), shipped = try FoodLibrary.builtIn()
        for isOut in [false, true] {
            let before = shipped.applying([published(isOut)], upTo: 1).releasing("off", version: 1, foods)
            let after = shipped.releasing("off", version: 1, foods).applying([published(isOut)], upTo: 1)
            for library in [before, after] {
                #expect(library[bar]?.thousandths == (isOut ? nil : ["energy": 1_000]))
                #expect(Self.ids(library, "qwix bar") == (isOut ? [] : [bar.value]))
                #expect(library.shipped(bar)?.thousandths == ["energy": 400_000])
                #expect(library.count == shipped.count + (isOut ? 0 : 1))
            }
        }
    }

    @Test("NUT-26: barcodes match with or without leading zeros")
    func barcodes() throws {
        let table = try Self.table([("off-4006381333931", "qwix bar", 400), ("off-96385074", "qwix roll", 300)])
        let library = try FoodLibrary.builtIn().releasing("off", version: 1, table)
        for text in ["4006381333931", "04006381333931"] {
            #expect(library.food(try #require(GTIN(text)))?.id.value == "off-4006381333931")
        }
        #expect(library.food(try #require(GTIN("96385074")))?.id.value == "off-96385074")
        #expect(library.food(try #require(GTIN("0036000291452"))) == nil)
        let published = CatalogueFoodChanged(
            foodID: "fm-1", version: 1, origin: "staff",
            food: SharedFood(names: ["en": "better bar"], amounts: ["energy": 1_000], gtin: "04006381333931"),
            changedAt: Date())
        let changed = library.applying([published], upTo: 1)
        #expect(changed.food(try #require(GTIN("4006381333931")))?.id.value == "fm-1")
    }

    @Test("NUT-26: a missing, changed or damaged file is ignored for a while")
    func files() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "catalogue-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let files = CatalogueFiles(directory), draft = directory.appending(path: "off.sorted")
        try Data((ReleaseRow.head).utf8).write(to: draft)
        let taken = try files.take(draft, of: "off")
        func release(_ uri: String, sha256: String? = nil, foods: Int64 = 0) -> CatalogueReleased {
            CatalogueReleased(
                source: "off", version: 1, uri: uri, sha256: sha256 ?? taken.sha256, bytes: taken.bytes, foods: foods,
                releasedAt: Date())
        }
        #expect(try files.foods(of: release(taken.name)).count == 0)
        #expect(!FileManager.default.fileExists(atPath: draft.path()))
        for (wrong, error) in [
            (release("off-none.tsv"), CatalogueFileError.missing("off-none.tsv")), (release("../x"), .badName),
            (release("/etc/passwd"), .badName), (release(""), .badName), (release(".."), .badName),
            (release(taken.name, sha256: String(repeating: "0", count: 64)), .changed(taken.name)),
            (release(taken.name, foods: 7), .damaged(taken.name)),
        ] {
            #expect(throws: error) { try files.foods(of: wrong) }
        }
        let reader = CatalogueReader(files), missing = release("off-later.tsv")
        await #expect(throws: CatalogueFileError.missing("off-later.tsv")) { try await reader.foods(of: missing) }
        try Data((ReleaseRow.head).utf8).write(to: directory.appending(path: "off-later.tsv"))
        await #expect(throws: CatalogueFileError.missing("off-later.tsv")) { try await reader.foods(of: missing) }
        #expect(try await CatalogueReader(files).foods(of: missing)?.count == 0)
        await #expect(throws: CatalogueFileError.noDirectory) { try await CatalogueReader(nil).foods(of: missing) }
    }
}
