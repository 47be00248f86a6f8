/// Foods that are a single ingredient and not a dish, such as broccoli or an egg.
///
/// The allergens of dishes made from a plain food do not apply to the food itself.
struct PlainFoods: Sendable {
    /// Maximum number of words of a name.
    private static let maxNameWords = 5

    private let names: Set<[DishWords.Word]>

    /// Reads a table with one column per language; skips malformed lines.
    init(table: String) {
        var names: Set<[DishWords.Word]> = []
        let languages: [LabelLanguage] = [.english, .french, .spanish, .chinese]
        for cells in DishTable.rows(of: table) where cells.count == languages.count {
            for (cell, language) in zip(cells, languages) {
                for name in cell.split(separator: "|") {
                    let words = FoldedWord.words(of: String(name))
                    let plural = words.map { PluralForms.forms(of: $0, in: language).first ?? $0 }
                    for form in [words, plural] {
                        let content = form.map(DishWords.word).filter { !DishWords.isFiller($0) }
                        if !content.isEmpty, content.count <= Self.maxNameWords { names.insert(content) }
                    }
                }
            }
        }
        self.names = names
    }

    func contains(_ words: [DishWords.Word]) -> Bool { names.contains(words) }

    /// Whether the words of a name are one plain food, with words for state, size and packaging.
    ///
    /// - Parameters:
    ///   - words: The words without fillers.
    ///   - isIgnored: Whether a word is irrelevant, such as a brand.
    /// - Returns: False for a dish and for two foods.
    func isOne(_ words: [DishWords.Word], isIgnored: (DishWords.Word) -> Bool = { _ in false }) -> Bool {
        words.indices.contains { start in
            (start + 1...min(words.count, start + Self.maxNameWords)).contains { end in
                names.contains(Array(words[start..<end]))
                    && (words[..<start] + words[end...]).allSatisfy { Self.isQualifier($0) || isIgnored($0) }
            }
        }
    }

    /// Whether a word describes state, size or packaging: "fresh", "sliced", "400g", "x6".
    private static func isQualifier(_ word: DishWords.Word) -> Bool {
        if qualifiers.contains(word) { return true }
        let isNumber = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        return isNumber(word[0]) || (word[0] == UInt8(ascii: "x") && word.dropFirst().allSatisfy(isNumber))
    }

    private static let qualifiers = Set(
        """
        baby bag baked basic bio boiled bone boneless bottle box breast broiled brown bunch bx cage can canned chilled
        chopped class cleaned cooked crisp crown cubed cut diced dried drained drumstick dry ea each extra fillet finest
        floret frozen fz frz fresh free g gr grated green grilled ground grown half head imported jar jumbo kg l large
        lb lean leaf leg loaf local loin loose lrg medium mince minced mini ml natural ns nfs organic oz pack pc pcs
        peeled per piece pk pkt plain poached portion premium pure quarter range raw red regular ripe roasted round
        seedless pitted select shelled shredded side skinless sliced small spear stalk steamed steak stem stewed stick
        tender thigh tin tinned trimmed unpeeled unsalted unsweetened value variety vine washed white whole wild wing
        yellow bio biologique blanc blanche botte bouilli bouillie cru crue cuit cuite congelé congelée coupé cuisse
        émincé entier entière épluché filet frais fraîche gros grosse grillé grillée haché hachée jaune mûr nature noir
        noire pané pelé petit petite pièce râpé rouge rôti sachet sec sèche séché séchée surgelé surgelée tranche
        tranché vapeur vert verte barquette amarillo asado asada azul bandeja blanco blanca bolsa cocido cocida
        congelado congelada cortado crudo cruda ecológico ecológica entero entera filete fresco fresca grande hervido
        hervida horno limpio maduro madura manojo molido molida negro negra nacional natural pelado pelada pequeño
        pequeña picado picada pieza plancha rallado rojo roja seco seca tostado trozo unidad vapor verde black additive
        all atlantic average broiler bulk chinook choice clove commercial ct deglet desiccated dozen doz enhanced farmed
        fat flesh fryer grade hass heirloom juicy kernel lrg loose mature mcintosh moist navel nonfat only pacific
        pasteurized pint pkg pod prepackaged punnet quality retail salt salted seed separable shaved skin sm smoked soft
        steamable sun super sweet table thawed tray trim uncooked unenriched unpasteurized unprepared whl without year
        young added no not juice vrac surg lot barquette plein air fermier fermière grappe moulu égoutté doux douce rama
        lata granel campero campera laminado redondo 新 鲜 冷 冻 速 有 机 生 熟 水 煮 蒸 切 去 皮 散 装 克 千 公 斤 个 只 颗 袋 盒 小 大 干 根 特 级 精 选
        优 质
        """.split { $0 == " " || $0 == "\n" }.flatMap { DishWords.words(of: $0) })
}
