import EventContracts
import Purchases
import Testing

@Suite("Products of receipt items (SPD-02, SPD-03)")
struct ProductTests {
    @Test(
        "product: a receipt's abbreviations match the full name",
        arguments: [
            ("BNLS SKNLS CHKN BRST", "chicken"), ("ORG WHL MLK 2L", "milk"), ("GRND BF LEAN", "beef"),
            ("STRAWB", "strawberries"), ("LAIT ENTIER", "milk"), ("有机苹果", "apple"),
        ])
    func candidates(name: String, expected: String) {
        let index = ProductIndex([
            ("chicken", "Boneless skinless chicken breast"), ("milk", "Organic whole milk"),
            ("milk", "Lait entier bio"),
            ("beef", "Lean ground beef"), ("strawberries", "Strawberries"), ("apple", "有机苹果"),
            ("towels", "Paper towels"),
        ])
        #expect(index.candidates(for: name).first?.id == expected)
    }

    @Test("product: an unfamiliar name has no suggestions")
    func nothing() {
        let index = ProductIndex([("milk", "Whole milk"), ("bread", "Rye bread")])
        #expect(index.candidates(for: "DETERGENT").isEmpty)
        #expect(index.candidates(for: "2.99").isEmpty)
    }

    @Test(
        "product: a name of only units matches no other product",
        arguments: ["500 g", "2 x 1 L", "500 克", "12 oz", "1.5 Litres"])
    func unitsOnly(name: String) {
        let words = ProductWords(name)
        #expect([words, ProductWords("g"), ProductWords("Milk 500 g")].allSatisfy { words.similarity(to: $0) == 0 })
        #expect(ProductWords("Milk 500 g").similarity(to: words) == 0)
        #expect(ProductIndex([("milk", "Milk"), ("unknown", name)]).candidates(for: name).isEmpty)
    }

    @Test(
        "category: is determined by words in four languages",
        arguments: [
            ("ORG BANANAS", PurchaseCategory.produce), ("CHOCOLATE MILK", .dairy), ("MILK CHOCOLATE", .sweets),
            ("CHICKEN SOUP", .pantry), ("FROZEN PEAS", .frozen), ("LAIT 2%", .dairy), ("PECHUGA DE POLLO", .meat),
            ("牛奶", .dairy), ("TOMATOES", .produce), ("GIFT CARD", .other),
            ("THE LAUGHING COW", .other), ("THE VERT SACHETS", .beverages), ("THÉ NOIR", .beverages),
            ("INFUSION THE", .beverages), ("HOT DOG", .prepared), ("BEEF HOT DOGS", .meat), ("HOT DOG BUNS", .bakery),
            ("DOG FOOD", .pet), ("SPARKLING WATER LIME", .beverages), ("YOGURT STRAWBERRY", .dairy),
            ("PAPER TOWEL 6 ROLL", .household), ("DISH SOAP LEMON", .household), ("CINNAMON ROLL", .bakery),
            ("BAG APPLES", .produce), ("CHICKEN SALAD", .produce), ("ORANGE JUICE", .beverages),
        ])
    func categories(name: String, category: PurchaseCategory) {
        #expect(CategoryWords.category(of: name) == category)
    }

    @Test("C21: an answer is shared once three people agree, by majority")
    func screening() {
        #expect(MappingScreen.shared([("a", "Whole milk"), ("a", "Whole milk"), ("b", "whole milk")]) == nil)
        let three: [(person: String, name: String)] = [
            ("a", "Whole milk"), ("b", "whole milk"), ("c", "Whole Milk"), ("d", "Whole milk"),
        ]
        #expect(MappingScreen.shared(three) == "Whole milk")
        #expect(MappingScreen.shared(three + [("e", "Bread"), ("f", "Bread"), ("g", "Bread"), ("h", "Bread")]) == nil)
        // A person who changes the answer still has one vote.
        #expect(MappingScreen.shared([("a", "Milk"), ("b", "Milk"), ("c", "Milk"), ("c", "Bread")]) == nil)
    }
}
