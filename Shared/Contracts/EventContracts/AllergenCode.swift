/// The fourteen allergens of Regulation (EU) No 1169/2011, Annex II; Canada's priority list and the US nine map into
/// them.
package enum AllergenCode: String, EventValue, CaseIterable, Hashable, Comparable {
    case gluten, crustaceans, eggs, fish, peanuts, soybeans, milk, nuts, celery, mustard, sesame, sulphites, lupin
    case molluscs

    /// Orders as Annex II.
    package static func < (left: Self, right: Self) -> Bool { left.position < right.position }

    private var position: Int { Self.allCases.firstIndex(of: self) ?? Self.allCases.count }
}
