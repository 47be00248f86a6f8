/// The text that a shop prints for a product.
package struct ProductAliasView: Encodable, Sendable {
    package let merchant: String
    package let code: String?
    package let name: String

    package init(merchant: String, code: String?, name: String) {
        self.merchant = merchant
        self.code = code
        self.name = name
    }
}
