import EventContracts

extension ShoppingWishes {
    /// The wishes without what the person does not allow (GW-22).
    ///
    /// - Parameters:
    ///   - location: Whether it may be known where they are.
    ///   - communityPrices: Whether their prices may help others.
    /// - Returns: The same, or less.
    package func masked(location: Bool, communityPrices: Bool) -> ShoppingWishes {
        var wishes = self
        if !location { wishes.place = nil }
        if !communityPrices { wishes.sharesPrices = false }
        return wishes
    }
}
