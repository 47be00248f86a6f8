import CLexiconTables

extension LexiconFiles {
    /// The tables that are built into the program.
    static var builtIn: LexiconFiles {
        LexiconFiles(
            contents: embedded.merging([
                "characters_zh.tsv": PackageResources.characters_zh_tsv,
                "lookalikes_zh.tsv": PackageResources.lookalikes_zh_tsv,
                "phrases.tsv": PackageResources.phrases_tsv,
                "sources.tsv": PackageResources.sources_tsv,
                "terms_celery.tsv": PackageResources.terms_celery_tsv,
                "terms_crustaceans.tsv": PackageResources.terms_crustaceans_tsv,
                "terms_diets.tsv": PackageResources.terms_diets_tsv,
                "terms_eggs.tsv": PackageResources.terms_eggs_tsv,
                "terms_false_friends.tsv": PackageResources.terms_false_friends_tsv,
                "terms_fish.tsv": PackageResources.terms_fish_tsv,
                "terms_gluten.tsv": PackageResources.terms_gluten_tsv,
                "terms_lupin.tsv": PackageResources.terms_lupin_tsv,
                "terms_milk.tsv": PackageResources.terms_milk_tsv,
                "terms_molluscs.tsv": PackageResources.terms_molluscs_tsv,
                "terms_mustard.tsv": PackageResources.terms_mustard_tsv,
                "terms_nuts.tsv": PackageResources.terms_nuts_tsv,
                "terms_peanuts.tsv": PackageResources.terms_peanuts_tsv,
                "terms_sesame.tsv": PackageResources.terms_sesame_tsv,
                "terms_soybeans.tsv": PackageResources.terms_soybeans_tsv,
                "terms_sulphites.tsv": PackageResources.terms_sulphites_tsv,
                "terms_vague.tsv": PackageResources.terms_vague_tsv,
            ]) { $1 })
    }

    /// The larger tables: common words of each language with list support, and allergen names of the other languages.
    private static var embedded: [String: [UInt8]] {
        var count = 0
        let tables = UnsafeBufferPointer(start: lexicon_tables(&count), count: count)
        return tables.reduce(into: [:]) { contents, table in
            contents[String(cString: table.name)] = Array(UnsafeBufferPointer(start: table.bytes, count: table.count))
        }
    }
}
