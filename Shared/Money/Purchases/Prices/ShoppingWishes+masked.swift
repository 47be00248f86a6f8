import EventContracts

extension ShoppingWishes {
    /// The preferences without the parts that the person's consents exclude (GW-22).
    ///
    /// - Parameters:
    ///   - location: Whether the person's place may be used.
    ///   - communityPrices: Whether their prices may be shared.
    /// - Returns: The same preferences, or fewer.
    package func masked(location: Bool, communityPrices: Bool) -> ShoppingWishes {
        var wishes = self
        if !location { wishes.place = nil }
        if !communityPrices { wishes.sharesPrices = false }
        return wishes
    }
}
