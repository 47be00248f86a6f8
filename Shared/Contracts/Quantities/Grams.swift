/// A mass in grams.
package struct Grams: Quantity {
    package let value: Double

    package init(_ value: Double) {
        self.value = value
    }
}
