import EventContracts
import Purchases

/// The products of a person, for matching items of purchases; pure (SPD-02, SPD-03).
package struct PersonalProductIndex: Sendable {
    /// A product with its stored data.
    package struct Product: Sendable, Equatable {
        package let id: PurchasedProductID
        package var words: PurchasedProductWords
        package var isProvisional: Bool
        /// Ids of the products that were merged into this one.
        package var absorbed: [PurchasedProductID]

        /// A product.
        package init(
            id: PurchasedProductID, words: PurchasedProductWords, isProvisional: Bool,
            absorbed: [PurchasedProductID] = []
        ) {
            self.id = id
            self.words = words
            self.isProvisional = isProvisional
            self.absorbed = absorbed
        }
    }

    /// A name shared because enough independent people agree on it (C21).
    package struct SharedName: Sendable, Equatable {
        package let name: String
        package let category: PurchaseCategory

        /// A name with its category.
        package init(name: String, category: PurchaseCategory) {
            self.name = name
            self.category = category
        }
    }

    /// Maximum number of candidate products for an item.
    static let maxCandidates = 3

    private var products: [PurchasedProductID: Product] = [:]
    private var byCode: [String: PurchasedProductID] = [:]
    private var byName: [String: PurchasedProductID] = [:]
    /// Products by names printed without a code: more reliable for items without a code than names printed with one.
    private var byNameAlone: [String: PurchasedProductID] = [:]
    /// Named products by the printed name, for all shops.
    private var byPrint: [String: Set<PurchasedProductID>] = [:]
    /// Merged products with the products that replace them.
    package private(set) var absorbed = AbsorbedProducts()
    /// Products that were created or changed by matching.
    package private(set) var changed: Set<PurchasedProductID> = []

    /// An index of products.
    package init(_ products: [Product] = []) {
        // Sorted, so that of two products with the same alias always the same one is found.
        for product in products.sorted(by: { $0.id < $1.id }) { place(product) }
        for product in products { absorbed.note(product.absorbed, by: product.id) }
    }

    /// All products, sorted by id.
    package var all: [Product] { products.values.sorted { $0.id < $1.id } }

    /// A product by its id.
    package subscript(_ id: PurchasedProductID) -> Product? { products[id] }

    /// Assigns a product to each item that has none.
    ///
    /// Matches by the shop's code, otherwise by the name as that shop prints it, otherwise by the name as another shop
    /// prints it, and otherwise creates a product, so that every item has one at once.
    ///
    /// - Parameters:
    ///   - record: The purchase; its items get their products.
    ///   - shared: Other people's answers about items, by index; used where the person has given none.
    ///   - makeID: Creates the id of a new product from the index of its item.
    package mutating func match(
        _ record: inout ReceiptRecord, shared: [Int: SharedName] = [:], makeID: (Int) -> PurchasedProductID
    ) {
        let merchant = Self.key(record.merchant?.value ?? "")
        // Items are matched with the products known before, not with those created for other items of the same
        // purchase.
        let known = products
        var index: ProductIndex<PurchasedProductID>?
        func candidates(_ item: ReceiptItem, except product: PurchasedProductID) -> [ItemCandidate]? {
            let all = index ?? ProductIndex(known.values.map { (id: $0.id, name: $0.words.name) })
            index = all
            let found = all.candidates(for: item.name.value, maxCount: Self.maxCandidates + 1)
                .filter { $0.id != product }.prefix(Self.maxCandidates)
                .compactMap { candidate in
                    known[candidate.id].map {
                        ItemCandidate(
                            productID: $0.id, name: $0.words.name,
                            similarity: Int((candidate.similarity * 100).rounded()))
                    }
                }
            return found.isEmpty ? nil : found
        }
        for place in record.items.indices {
            record.items[place].candidates = nil
            let item = record.items[place]
            if let chosen = item.product, chosen.way == .chosen {
                record.items[place].take(chosen, products[absorbed.heir(of: chosen.productID)])
                continue
            }
            if let product = findElsewhere(item, at: merchant) {
                record.items[place].product = ItemProduct(
                    productID: product.id, name: product.words.name, way: .elsewhere)
                if item.category.origin == .reckoned { record.items[place].category.value = product.words.category }
                continue
            }
            if let name = shared[place], let product = provisional(item, at: merchant, named: name, id: makeID(place)) {
                record.items[place].product = ItemProduct(
                    productID: product.id, name: product.words.name, way: .shared)
                record.items[place].candidates = candidates(item, except: product.id)
                if item.category.origin == .reckoned { record.items[place].category.value = name.category }
                continue
            }
            if let found = find(item, at: merchant) {
                record.items[place].product = ItemProduct(
                    productID: found.id, name: found.words.name, way: found.isProvisional ? .provisional : .learned)
                if found.isProvisional { record.items[place].candidates = candidates(item, except: found.id) }
                if !found.isProvisional, item.category.origin == .reckoned {
                    record.items[place].category.value = found.words.category
                }
                continue
            }
            let product = added(item, at: merchant, id: makeID(place))
            record.items[place].product = ItemProduct(
                productID: product.id, name: product.words.name, way: .provisional)
            record.items[place].candidates = candidates(item, except: product.id)
        }
    }

    /// Creates the provisional product of an item.
    private mutating func added(_ item: ReceiptItem, at merchant: String, id: PurchasedProductID) -> Product {
        let product = Product(
            id: id,
            words: PurchasedProductWords(
                name: item.name.value, category: item.category.value,
                aliases: [.init(merchant: merchant, code: item.code, name: item.name.value)]),
            isProvisional: true)
        place(product)
        changed.insert(product.id)
        return product
    }

    /// Creates or renames the provisional product of an item with a shared name; nil if the person has named it.
    private mutating func provisional(
        _ item: ReceiptItem, at merchant: String, named shared: SharedName, id: PurchasedProductID
    ) -> Product? {
        let alias = PurchasedProductWords.Alias(merchant: merchant, code: item.code, name: item.name.value)
        let new = Product(
            id: id, words: PurchasedProductWords(name: shared.name, category: shared.category, aliases: [alias]),
            isProvisional: true)
        var product = find(item, at: merchant) ?? new
        guard product.isProvisional else { return nil }
        if product.id == id || product.words.name != shared.name {
            product.words.name = shared.name
            product.words.category = shared.category
            products[product.id] = product
            changed.insert(product.id)
            place(product)
        }
        return product
    }

    /// The items of a purchase whose product the person has changed.
    package func answers(in record: ReceiptRecord, since before: ReceiptRecord?) -> [ReceiptItem] {
        let old = Dictionary(before?.items.map { ($0.itemID, $0.product) } ?? []) { first, _ in first }
        return record.items.filter { item in
            guard let product = item.product, product.way == .chosen else { return false }
            guard let known = old[item.itemID] ?? nil, known.way == .chosen else { return true }
            return absorbed.heir(of: known.productID) != product.productID
        }
    }

    /// Learns a person's product choice: the product now matches the item's code and name, replacing any other.
    ///
    /// - Parameters:
    ///   - record: The purchase.
    ///   - before: The previous purchase; repeated choices are not new answers, because a later one may have replaced
    ///     them.
    package mutating func learn(_ record: ReceiptRecord, since before: ReceiptRecord? = nil) {
        let merchant = Self.key(record.merchant?.value ?? "")
        for item in answers(in: record, since: before) {
            guard let id = item.product?.productID, var product = products[id] else { continue }
            let alias = PurchasedProductWords.Alias(merchant: merchant, code: item.code, name: item.name.value)
            for var other in products.values where other.id != id {
                let before = other.words.aliases.count
                other.words.aliases.removeAll { Self.isAnswered($0, by: alias) }
                guard other.words.aliases.count != before else { continue }
                replace(other)
            }
            guard !product.words.aliases.contains(alias) else { continue }
            product.words.aliases = (product.words.aliases + [alias]).suffix(PurchasedProductWords.maxAliases)
            product.isProvisional = false
            replace(product)
        }
    }

    /// Reverts a person's product choice: the item's code and name match the previous product again.
    ///
    /// - Parameters:
    ///   - record: The purchase with the choice.
    ///   - restored: The purchase without it.
    package mutating func unlearn(_ record: ReceiptRecord, restoring restored: ReceiptRecord) {
        let merchant = Self.key(record.merchant?.value ?? "")
        for item in record.items {
            guard let chosen = item.product, chosen.way == .chosen,
                let former = restored.items.first(where: { $0.itemID == item.itemID })?.product,
                former.productID != chosen.productID, var product = products[absorbed.heir(of: chosen.productID)],
                var other = products[absorbed.heir(of: former.productID)], product.id != other.id
            else { continue }
            let alias = PurchasedProductWords.Alias(merchant: merchant, code: item.code, name: item.name.value)
            product.words.aliases.removeAll { Self.isAnswered($0, by: alias) }
            replace(product)
            guard !other.words.aliases.contains(alias) else { continue }
            other.words.aliases = (other.words.aliases + [alias]).suffix(PurchasedProductWords.maxAliases)
            replace(other)
        }
    }

    /// Whether an answer about one alias also applies to another: the same code, or the same name if no code
    /// distinguishes them.
    private static func isAnswered(
        _ alias: PurchasedProductWords.Alias, by answer: PurchasedProductWords.Alias
    ) -> Bool {
        guard alias.merchant == answer.merchant else { return false }
        let (old, new) = (keys(of: alias), keys(of: answer))
        if let code = old.code, let published = new.code { return code == published }
        return old.code == nil && old.name == new.name
    }

    private func find(_ item: ReceiptItem, at merchant: String) -> Product? {
        let alias = PurchasedProductWords.Alias(merchant: merchant, code: item.code, name: item.name.value)
        let keys = Self.keys(of: alias)
        return (keys.code.flatMap { byCode[$0] } ?? byNameAlone[keys.name] ?? byName[keys.name])
            .flatMap { products[$0] }
    }

    /// The only named product with the same printed name in another shop; nil if this shop's item has a name, and for
    /// words that shops print on different items.
    private func findElsewhere(_ item: ReceiptItem, at merchant: String) -> Product? {
        guard find(item, at: merchant)?.isProvisional ?? true else { return nil }
        let print = ProductWords(item.name.value)
        guard !print.words.isSubset(of: Self.collectiveWords) else { return nil }
        let found = byPrint[print.key] ?? []
        return found.count == 1 ? found.first.flatMap { products[$0] } : nil
    }

    /// Words on receipts that stand for many items, in the form of `ProductWords`.
    private static let collectiveWords: Set<String> = [
        "produce", "grocery", "groceries", "meat", "dairy", "bakery", "deli", "seafood", "frozen", "item", "items",
        "misc",
        "miscellaneous", "department", "dept", "food", "general", "merchandise", "gm", "gst", "pst", "hst", "tax",
        "taxable",
        "epicerie", "viande", "fruits", "legumes", "boulangerie", "article", "divers", "abarrotes", "carne", "verduras",
        "panaderia", "articulo", "varios",
    ]

    /// Replaces a changed product in the index, removing aliases that no longer lead to it.
    private mutating func replace(_ product: Product) {
        products[product.id] = product
        changed.insert(product.id)
        (byCode, byName, byNameAlone, byPrint) = ([:], [:], [:], [:])
        for product in all { place(product) }
    }

    private mutating func place(_ product: Product) {
        products[product.id] = product
        for alias in product.words.aliases {
            let keys = Self.keys(of: alias)
            if let code = keys.code { byCode[code] = product.id }
            if keys.code == nil { byNameAlone[keys.name] = product.id }
            if !product.isProvisional { byPrint[ProductWords(alias.name).key, default: []].insert(product.id) }
            // A named product takes precedence over a provisional one.
            if !product.isProvisional || byName[keys.name].flatMap({ products[$0] })?.isProvisional ?? true {
                byName[keys.name] = product.id
            }
        }
    }

    private static func keys(of alias: PurchasedProductWords.Alias) -> (code: String?, name: String) {
        (alias.code.map { "\(alias.merchant)/\($0)" }, "\(alias.merchant)/\(ProductWords(alias.name).key)")
    }

    /// A merchant's name in lower case without spaces.
    package static func key(_ merchant: String) -> String { MerchantKey.make(merchant) }
}

extension PersonalProductIndex.Product {
    /// The product's data used for comparison.
    var described: DescribedProduct { DescribedProduct(id: id, name: words.name, category: words.category) }
}

extension ReceiptItem {
    /// Applies the chosen product with its name and category.
    fileprivate mutating func take(_ chosen: ItemProduct, _ product: PersonalProductIndex.Product?) {
        guard let product else { return }
        self.product = ItemProduct(productID: product.id, name: product.words.name, way: .chosen)
        if category.origin == .reckoned { category.value = product.words.category }
    }
}
