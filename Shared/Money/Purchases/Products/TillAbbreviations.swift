/// What tills print for a word, in English, French, Spanish and Chinese: for comparing names.
///
/// `ProductWords.key` does not use these words, because keys are stored. The tables were written by hand, from general
/// knowledge and the odd rows of `Tests/Unit/Purchases/Fixtures/lines.tsv`.
enum TillAbbreviations {
    /// Expands a word of a till.
    ///
    /// - Parameter word: Lower case, without accents.
    /// - Returns: The words that it stands for: none for a unit or a pack, itself if nothing is known.
    static func expanded(_ word: String) -> [String] {
        meanings[word].map { $0.split(separator: " ").map(String.init) } ?? [word]
    }

    /// Replaces Chinese names with the more usual ones of the same food.
    static func usual(_ name: String) -> String {
        chinese.reduce(name) { $0.replacing($1.printed, with: $1.usual) }
    }

    private static let chinese: [(printed: String, usual: String)] = [
        ("小麦粉", "面粉"), ("番茄", "西红柿"), ("水饺", "饺子"), ("卷纸", "卫生纸"), ("牛肉面", "方便面"),
    ]

    private static let units = "ea each dz doz pk pkg ct bnch bg btl kg lb lbs oz pt qt gal un"

    /// Each line: a word and what tills print for it, or several words, an equals sign and one of a till.
    private static let printed = """
        chicken chx ckn chckn
        thigh thgh
        drumsticks drmstks
        wings wngs
        hot dogs=franks
        steak stk
        tenderloin tndrln
        roast rst
        bacon bcn
        ham hm
        sausage saus ssg
        salmon slmn
        shrimp shrmp
        fillet flt fil
        half hlf
        sour sr
        cream crm
        heavy hvy
        whipping whp whpng
        mozzarella moz mozz
        shredded shrd
        sliced slcd slc
        butter bttr
        unsalted unsltd
        greek grk
        large lg lrg
        strawberry strwbry
        blueberry blubry bluebry blbry
        grapes grps
        seedless sdls
        pineapple pinapl
        watermelon wtrmln
        avocado avo
        cucumber cuke cuc
        spinach spnch
        broccoli brcli
        mushroom mshrm
        cilantro cilntr
        bagel bgl
        hamburger hmbrgr
        honey hny
        granola grnla
        flour flr
        all purpose=ap
        sugar sgr
        rice rce
        pasta psta
        ketchup ktchp
        olive olv
        extra virgin olive oil=evoo
        beans bns
        black blk
        chips chps
        apple juice=aj
        water wtr
        sparkling sprk
        pizza pza
        ice cream=ic
        broth brth
        almond alm
        food fd
        hauts ht
        poulet plt plet
        poitrine poitr
        jambon jbon jmb
        eggs œufs œuf oeuf huev huevo hvo hvos egg
        beef bœuf boeuf
        fromage from
        yogurt yogourt yaourt yogur yrt
        beurre beur
        arachide arach
        doux dx
        pain pn
        blanc blc
        noir nr
        rouge rge
        sauce sce
        coulis coul
        sirop sir
        huile hle
        tomato tomate
        tomatoes tomates
        pommes de terre=pdt
        leche lech lche
        queso qso
        fresco fco
        blanco bco blco
        aceite ac
        aceite de oliva virgen extra=aove
        agua ag
        arroz arr
        """

    private static let meanings: [String: String] = {
        var meanings: [String: String] = [:]
        for unit in units.split(separator: " ") { meanings[String(unit)] = "" }
        for line in printed.split(separator: "\n") {
            let sides = line.split(separator: "=")
            if sides.count == 2 {
                meanings[String(sides[1])] = String(sides[0])
            } else {
                let words = line.split(separator: " ")
                for word in words.dropFirst() { meanings[String(word)] = String(words[0]) }
            }
        }
        return meanings
    }()
}
