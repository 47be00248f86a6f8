import EventContracts

/// Estimates a shop's place from the places of its customers.
package enum StorePlace {
    /// The number of customers in one square.
    package struct Voice: Sendable, Hashable {
        package let latitude: Int
        package let longitude: Int
        package let count: Int

        /// A number of people in a square, whose coordinates are in hundredths of a degree.
        package init(latitude: Int, longitude: Int, count: Int) {
            self.latitude = latitude
            self.longitude = longitude
            self.count = count
        }
    }

    /// The median of the customers' places, so that one distant customer has no influence.
    ///
    /// - Parameter voices: The squares, each once.
    /// - Returns: nil for fewer people than a price needs.
    package static func middle(of voices: [Voice]) -> CoarsePlace? {
        guard voices.reduce(0, { $0 + $1.count }) >= CommunityPrices.minPeople else { return nil }
        let latitudes = voices.flatMap { Array(repeating: Int64($0.latitude), count: $0.count) }
        let longitudes = voices.flatMap { Array(repeating: Int64($0.longitude), count: $0.count) }
        return CoarsePlace(
            latitude: Double(CommunityPrices.median(latitudes)) / 100,
            longitude: Double(CommunityPrices.median(longitudes)) / 100)
    }
}
