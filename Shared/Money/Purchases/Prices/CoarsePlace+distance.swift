import EventContracts
import Foundation

extension CoarsePlace {
    /// The straight-line distance between the centers of two squares, in kilometers (haversine, mean radius 6371 km).
    package func kilometres(to other: CoarsePlace) -> Double {
        let (first, second) = (radians(latitude), radians(other.latitude))
        let up = sin((second - first) / 2), across = sin((radians(other.longitude) - radians(longitude)) / 2)
        let half = up * up + cos(first) * cos(second) * across * across
        return 2 * 6_371 * asin(min(1, half.squareRoot()))
    }

    private func radians(_ hundredths: Int) -> Double { Double(hundredths) / 100 * .pi / 180 }
}
