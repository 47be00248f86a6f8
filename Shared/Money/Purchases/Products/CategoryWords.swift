import EventContracts

/// The category of an item, from the words of its name in English, French, Spanish and Chinese.
package enum CategoryWords {
    /// The category of a name; `other` if no word indicates one.
    ///
    /// The last known word counts, since it names the product: chicken soup is soup, milk chocolate is chocolate. A
    /// fruit or vegetable at the end is the flavor of what is named before it, such as lime of sparkling water, and a
    /// roll is the form of it.
    package static func category(of name: String) -> PurchaseCategory {
        let folded = name.lowercased()
        for (text, category) in chinese where folded.contains(text) { return category }
        let words = ProductWords(name).key.split(separator: " ").map(String.init)
        if words.contains(where: frozen.contains) { return .frozen }
        var last: PurchaseCategory?
        for (place, word) in words.enumerated().reversed() {
            let before = place > 0 ? words[place - 1] : nil, after = place + 1 < words.count ? words[place + 1] : nil
            // The words "hot dog" do not mean pet food, and `the` is French for tea but also an English word.
            if before == "hot", ["dog", "dogs"].contains(word) { continue }
            if word == "the", !isTea(folded, before: after) { continue }
            guard let category = known[word] ?? singular(word).flatMap({ known[$0] }) else { continue }
            if let last { return isFlavored(word, category) ? category : last }
            guard category == .produce || ["roll", "rolls"].contains(word) else { return category }
            last = category
        }
        if let last { return last }
        return words.contains("hot") && words.contains { ["dog", "dogs"].contains($0) } ? .prepared : .other
    }

    /// Whether the last words of such a name may be its flavor ("sparkling water lime"); a bag of apples is apples.
    private static func isFlavored(_ word: String, _ category: PurchaseCategory) -> Bool {
        switch category {
        case .beverages, .alcohol, .snacks, .sweets, .frozen, .prepared, .personalCare, .baby, .pet: true
        case .household: !["bag", "bags"].contains(word)
        case .dairy: ["yogurt", "yogurts", "yaourt", "yaourts"].contains(word)
        default: false
        }
    }

    /// Whether `the` is the French word for tea: written with its accent, or the last word, or followed by a kind of
    /// tea.
    private static func isTea(_ name: String, before next: String?) -> Bool {
        guard let next, !name.contains("thé") else { return true }
        return kindsOfTea.contains(next)
    }

    private static let kindsOfTea: Set<String> = [
        "vert", "noir", "blanc", "glace", "menthe", "citron", "chai", "matcha", "infuse", "earl", "rouge",
        "oolong", "jasmin", "en",
    ]

    private static func singular(_ word: String) -> String? {
        if word.hasSuffix("ies") { return word.dropLast(3) + "y" }
        if word.hasSuffix("oes") { return String(word.dropLast(2)) }
        return word.hasSuffix("s") && word.utf8.count > 3 ? String(word.dropLast()) : nil
    }

    private static let frozen: Set<String> = ["frozen", "congele", "surgele", "congelado", "congelada"]

    private static let words: [(PurchaseCategory, String)] = [
        (
            .produce,
            """
            apple banana orange lemon lime grape strawberry blueberry raspberry berry mango avocado pear peach plum \
            melon watermelon pineapple kiwi tomato potato onion garlic carrot celery lettuce romaine spinach kale \
            broccoli cauliflower cucumber pepper mushroom zucchini squash cabbage corn ginger cilantro parsley salad \
            pomme banane citron fraise tomate oignon carotte laitue concombre champignon manzana platano limon \
            cebolla papa zanahoria lechuga aguacate vegetable fruit
            """
        ),
        (
            .meat,
            """
            chicken beef pork turkey lamb veal ham bacon sausage steak ground breast thigh wing rib salami boeuf porc \
            jambon saucisse dinde pollo carne cerdo jamon salchicha pavo
            """
        ),
        (
            .seafood,
            "salmon tuna cod tilapia shrimp fish crab lobster saumon thon poisson crevette atun pescado camaron"
        ),
        (.dairy, "milk cheese cheddar mozzarella butter yogurt cream egg lait beurre yaourt creme mantequilla crema"),
        (.bakery, "bread bagel bun roll croissant muffin tortilla baguette cake brioche gateau pastel bolillo"),
        (
            .pantry,
            """
            rice pasta spaghetti flour sugar salt oil vinegar sauce ketchup mustard soup bean lentil cereal oat \
            oatmeal noodle honey jam peanut broth spice riz farine sucre huile arroz harina azucar aceite frijol tofu
            """
        ),
        (.snacks, "chip cracker popcorn pretzel nut almond cashew granola croustille papitas"),
        (.sweets, "chocolate candy cookie gum biscuit caramel dulce galleta bonbon"),
        (.beverages, "juice water soda cola pop coffee tea drink jus eau cafe the agua jugo refresco lemonade"),
        (.alcohol, "beer wine vodka rum whisky whiskey cider biere vin cerveza vino tequila"),
        (.frozen, "icecream sorbet"),
        (.prepared, "pizza sandwich sushi meal rotisserie deli wrap"),
        (
            .household,
            "paper towel detergent soap bleach foil bag battery bulb sponge napkin cleaner savon papier jabon papel"
        ),
        (.personalCare, "shampoo toothpaste toothbrush deodorant lotion razor conditioner tissue dentifrice"),
        (.baby, "diaper wipe formula couche panal"),
        (.pet, "dog cat litter kibble"),
    ]

    private static let known: [String: PurchaseCategory] = {
        var known: [String: PurchaseCategory] = [:]
        for (category, text) in words {
            for word in text.split(separator: " ") { known[String(word)] = category }
        }
        return known
    }()

    private static let chinese: [(String, PurchaseCategory)] = [
        ("冷冻", .frozen), ("牛奶", .dairy), ("鸡蛋", .dairy), ("酸奶", .dairy), ("奶酪", .dairy), ("面包", .bakery),
        ("果汁", .beverages), ("饮料", .beverages), ("茶", .beverages), ("啤酒", .alcohol), ("酒", .alcohol),
        ("鱼", .seafood), ("虾", .seafood), ("鸡", .meat), ("牛肉", .meat), ("猪", .meat), ("米", .pantry),
        ("面", .pantry), ("油", .pantry), ("酱", .pantry), ("豆腐", .pantry), ("苹果", .produce), ("香蕉", .produce),
        ("菜", .produce), ("葱", .produce), ("姜", .produce), ("饼干", .sweets), ("糖", .sweets), ("纸", .household),
    ]
}
