import EventContracts

extension DishTable {
    /// Words of a name that are matched together.
    private struct Unit {
        let words: [DishWords.Word]
        /// nil if a word is in no dish's name.
        let numbers: [Int32]?
        /// Whether the words mean something else when separated: "butter beans".
        let isBound: Bool
    }

    /// Finds the recipes of a food.
    ///
    /// - Parameters:
    ///   - name: Its name, in any of the four languages.
    ///   - foodID: Its id in the catalog; nil for a typed name.
    ///   - bound: Words of the name that match only a dish with these words adjacent and in that order.
    /// - Returns: The known recipes.
    func find(_ name: String, foodID: String?, bound: [String] = []) -> Answer {
        if let code = foodID.flatMap({ $0.hasPrefix("fndds-") ? String($0.dropFirst(6)) : nil }),
            let place = byCode[code]
        {
            var exact = recipes([place], called: dishes[Int(place)].name)
            exact.isExact = true
            return Answer(recipes: [exact], isWhole: true)
        }
        let words = Array(DishWords.words(of: name).prefix(Self.maxWords))
        let translated = inEnglish(words)
        if let answer = plainFood(words, translated) { return answer }
        var answer = find(words, bound: bound.map { DishWords.words(of: $0) })
        if translated != words {
            let other = find(translated, bound: [])
            answer.recipes += other.recipes.filter { !answer.recipes.contains($0) }
            answer.isWhole = answer.isWhole || other.isWhole
        }
        return answer
    }

    /// The result for a plain food; nil for any other name.
    private func plainFood(_ words: [DishWords.Word], _ translated: [DishWords.Word]) -> Answer? {
        let content = words.filter { !DishWords.isFiller($0) }
        if plain.contains(content) { return Answer(isWhole: true) }
        for name in english[words] == nil ? [words, translated] : [translated] {
            let content = name.filter { !DishWords.isFiller($0) }
            if plain.isOne(content), !isHead(content) { return Answer(isWhole: true) }
        }
        // A brand, or another word without a known meaning.
        let isBrand = { (word: DishWords.Word) in numbers[word] == nil && word.allSatisfy { $0 < 0x80 } }
        return plain.isOne(translated.filter { !DishWords.isFiller($0) }, isIgnored: isBrand) ? Answer() : nil
    }

    /// Whether some dish's name consists of exactly these words: "baked beans".
    private func isHead(_ words: [DishWords.Word]) -> Bool {
        let asked = Set(words.compactMap { numbers[$0] })
        guard asked.count == words.count,
            let rarest = asked.min(by: { byWord[$0]?.count ?? 0 < byWord[$1]?.count ?? 0 })
        else { return false }
        return byWord[rarest]?.contains { dishes[Int($0)].head == asked } ?? false
    }

    /// The name with its foreign words translated to English by the table of names.
    func inEnglish(_ words: [DishWords.Word]) -> [DishWords.Word] {
        if let whole = english[words] { return whole }
        var result: [DishWords.Word] = []
        var start = 0
        while start < words.count {
            let end = (start + 1...min(words.count, start + Self.maxNameWords)).last { end in
                english[Array(words[start..<end])] != nil && words[start..<end].contains { numbers[$0] == nil }
            }
            result += end.flatMap { english[Array(words[start..<$0])] } ?? [words[start]]
            start = end ?? start + 1
        }
        return result
    }

    private func find(_ words: [DishWords.Word], bound: [[DishWords.Word]]) -> Answer {
        let units = units(of: words, bound: bound)
        let known = units.filter { $0.numbers != nil }
        guard !known.isEmpty else {
            return Answer(isWhole: !units.isEmpty && units.allSatisfy(\.isBound))
        }
        let isKnown = units.allSatisfy { $0.isBound || $0.numbers != nil }
        if let best = best(for: known) {
            if best.extra == 0 { return Answer(recipes: [recipes(best.places, called: nil)], isWhole: isKnown) }
            if isKnown { return Answer(recipes: [recipes(best.places, called: nil, isNear: true)]) }
        }
        // "Butter beans" is not a dish of butter and beans, so its words are ignored.
        let free = known.filter { !$0.isBound || best(for: [$0]) != nil }
        if free.count < known.count {
            guard !free.isEmpty else { return Answer(isWhole: isKnown) }
            if let best = best(for: free), best.extra == 0 {
                let isSpecified = known.contains { $0.isBound && plain.contains($0.words) }
                return Answer(recipes: [recipes(best.places, called: nil)], isWhole: isKnown && !isSpecified)
            }
        }
        return parts(of: free, isKnown: isKnown)
    }

    /// The words of a name without fillers; bound words are combined.
    private func units(of words: [DishWords.Word], bound: [[DishWords.Word]]) -> [Unit] {
        var units: [Unit] = []
        var start = 0
        while start < words.count {
            let group = bound.filter { words[start...].starts(with: $0) }.max { $0.count < $1.count } ?? []
            let end = start + max(1, group.count)
            let content = words[start..<end].filter { !DishWords.isFiller($0) }
            let known = content.compactMap { numbers[$0] }
            if !content.isEmpty {
                units.append(
                    Unit(
                        words: content, numbers: known.count == content.count ? known : nil, isBound: group.count > 0))
            }
            start = end
        }
        return units
    }

    /// The dishes whose names contain all of the words and the fewest others; for a plain food that is also a dish,
    /// only that dish.
    private func best(for units: [Unit]) -> (places: [Int32], extra: Int)? {
        let asked = Set(units.flatMap { $0.numbers ?? [] })
        let lists = asked.map { byWord[$0] ?? [] }.sorted { $0.count < $1.count }
        guard var places = lists.first else { return nil }
        for list in lists.dropFirst() { places.formIntersection(list) }
        for unit in units where unit.isBound && unit.words.count > 1 {
            places = places.filter { holds(unit.words, $0) }
        }
        let extras = places.map { (place: $0, extra: dishes[Int($0)].missing(from: asked)) }
        guard let fewest = extras.map(\.extra).min() else { return nil }
        let nearest = extras.filter { $0.extra == fewest }.map(\.place).sorted()
        guard fewest == 0, let raw = numbers[Array("raw".utf8)] else { return (nearest, fewest) }
        let plain = nearest.filter { dishes[Int($0)].words.subtracting(asked) == [raw] }
        return (plain.isEmpty ? nearest : plain, fewest)
    }

    /// Whether a dish's name contains the words side by side.
    private func holds(_ words: [DishWords.Word], _ place: Int32) -> Bool {
        let name = DishWords.words(of: dishes[Int(place)].name).filter { !DishWords.isFiller($0) }
        return name.indices.contains { name[$0...].starts(with: words) }
    }

    /// The dishes that parts of a name denote: "toast with peanut butter"; plain foods among the parts add nothing.
    private func parts(of units: [Unit], isKnown: Bool) -> Answer {
        var answer = Answer(isWhole: isKnown)
        var start = 0
        while start < units.count {
            let ends = (start + 1...units.count).reversed()
            let plainEnd = ends.first { plain.contains(units[start..<$0].flatMap(\.words)) } ?? start
            let found = ends.lazy.filter { $0 > plainEnd }.compactMap { end in
                best(for: Array(units[start..<end])).flatMap { $0.extra == 0 ? ($0.places, end) : nil }
            }.first
            if let (places, end) = found {
                answer.recipes.append(recipes(places, called: nil))
                start = end
            } else if plainEnd > start {
                start = plainEnd
            } else {
                answer.isWhole = answer.isWhole && units[start].isBound
                start += 1
            }
        }
        return answer
    }

    /// Combines the recipes of dishes, under the given name or else the shortest dish name.
    private func recipes(_ places: [Int32], called name: String?, isNear: Bool = false) -> DishRecipes {
        var holding: [AllergenChoice: Int] = [:]
        var unnamed: AllergenSet = []
        let found = places.map { dishes[Int($0)] }
        for dish in found {
            for code in dish.allergens.codes { holding[.group(code), default: 0] += 1 }
            for species in dish.species.members { holding[.species(species), default: 0] += 1 }
            unnamed.formUnion(dish.allergens.intersection(.withSpecies).subtracting(dish.species.groups))
        }
        let plainest = found.map(\.name).min { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
        return DishRecipes(
            dish: name ?? plainest ?? "", recipes: found.count, holding: holding, unnamed: unnamed, isNear: isNear)
    }
}
