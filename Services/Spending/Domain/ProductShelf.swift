import EventContracts
import Purchases

/// The products of a person, as far as articles are matched with them: pure (SPD-02, SPD-03).
package struct ProductShelf: Sendable {
    /// A product with what is known of it.
    package struct Product: Sendable, Equatable {
        package let id: PurchasedProductID
        package var words: PurchasedProductWords
        package var isProvisional: Bool

        /// A product.
        package init(id: PurchasedProductID, words: PurchasedProductWords, isProvisional: Bool) {
            self.id = id
            self.words = words
            self.isProvisional = isProvisional
        }
    }

    private var products: [PurchasedProductID: Product] = [:]
    private var byCode: [String: PurchasedProductID] = [:]
    private var byName: [String: PurchasedProductID] = [:]
    /// Products that matching has made or changed.
    package private(set) var changed: Set<PurchasedProductID> = []

    /// A shelf with products.
    package init(_ products: [Product] = []) {
        // In a stable order: of two products with one alias the same one is always found.
        for product in products.sorted(by: { $0.id < $1.id }) { place(product) }
    }

    /// Every product, by its id.
    package var all: [Product] { products.values.sorted { $0.id < $1.id } }

    /// A product by its id.
    package subscript(_ id: PurchasedProductID) -> Product? { products[id] }

    /// Finds the product of each article that has none: by the shop's code, else by the name as that shop prints it, else a
    /// new one, so that the log is complete at once.
    ///
    /// - Parameters:
    ///   - record: The purchase; its articles get their products.
    ///   - makeID: Makes the id of a new product by the place of its article.
    package mutating func match(_ record: inout ReceiptRecord, makeID: (Int) -> PurchasedProductID) {
        let merchant = Self.key(record.merchant?.value ?? "")
        for place in record.items.indices where record.items[place].product?.way != .chosen {
            let item = record.items[place]
            if let found = find(item, at: merchant) {
                record.items[place].product = ItemProduct(
                    productID: found.id, name: found.words.name, way: found.isProvisional ? .provisional : .learned)
                if !found.isProvisional, item.category.origin == .reckoned {
                    record.items[place].category.value = found.words.category
                }
                continue
            }
            let product = Product(
                id: makeID(place),
                words: PurchasedProductWords(
                    name: item.name.value, category: item.category.value,
                    aliases: [.init(merchant: merchant, code: item.code, name: item.name.value)]),
                isProvisional: true)
            self.place(product)
            changed.insert(product.id)
            record.items[place].product = ItemProduct(
                productID: product.id, name: product.words.name, way: .provisional)
        }
    }

    /// Learns what a person chose: the product answers to the article's code and name from now on, and no other does.
    package mutating func learn(_ record: ReceiptRecord) {
        let merchant = Self.key(record.merchant?.value ?? "")
        for item in record.items where item.product?.way == .chosen {
            guard let id = item.product?.productID, var product = products[id] else { continue }
            let alias = PurchasedProductWords.Alias(merchant: merchant, code: item.code, name: item.name.value)
            if let former = find(item, at: merchant), former.id != id, var other = products[former.id] {
                other.words.aliases.removeAll { Self.keys(of: $0) == Self.keys(of: alias) }
                products[former.id] = other
                changed.insert(former.id)
            }
            guard !product.words.aliases.contains(alias) else { continue }
            product.words.aliases = (product.words.aliases + [alias]).suffix(PurchasedProductWords.mostAliases)
            product.isProvisional = false
            place(product)
            changed.insert(id)
        }
    }

    private func find(_ item: ReceiptItem, at merchant: String) -> Product? {
        let alias = PurchasedProductWords.Alias(merchant: merchant, code: item.code, name: item.name.value)
        let keys = Self.keys(of: alias)
        return (keys.code.flatMap { byCode[$0] } ?? byName[keys.name]).flatMap { products[$0] }
    }

    private mutating func place(_ product: Product) {
        products[product.id] = product
        for alias in product.words.aliases {
            let keys = Self.keys(of: alias)
            if let code = keys.code { byCode[code] = product.id }
            byName[keys.name] = product.id
        }
    }

    private static func keys(of alias: PurchasedProductWords.Alias) -> (code: String?, name: String) {
        (alias.code.map { "\(alias.merchant)/\($0)" }, "\(alias.merchant)/\(ProductWords(alias.name).key)")
    }

    /// A merchant's name in small letters without spaces.
    package static func key(_ merchant: String) -> String {
        ProductWords(merchant).key.filter { !$0.isWhitespace }
    }
}

extension ProductShelf.Product {
    /// As far as products are compared.
    var described: DescribedProduct { DescribedProduct(id: id, name: words.name, category: words.category) }
}
