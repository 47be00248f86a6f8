import EventContracts

extension ShoppingPreferences {
    /// The preferences without the parts that the person's consents exclude (GW-22).
    ///
    /// - Parameters:
    ///   - location: Whether the person's place may be used.
    ///   - communityPrices: Whether their prices may be shared.
    /// - Returns: The same preferences, or fewer.
    package func masked(location: Bool, communityPrices: Bool) -> ShoppingPreferences {
        var preferences = self
        if !location { preferences.place = nil }
        if !communityPrices { preferences.sharesPrices = false }
        return preferences
    }
}
