import Foundation
import IngestionCore
import Messaging
import Photos
import ServiceLifecycle
import ServiceRuntime

/// Unconfirmed photos, and the time until photos are analyzed.
package struct PhotoFeature: Feature {
    package static let description = PackageResources.openapi_yaml

    let photos: PhotoEndpoints
    private let core: GatewayCore
    /// How often the photo store is checked; everything else works while it is down.
    private static let storeCheckInterval = Duration.seconds(30)

    package init(_ core: GatewayCore) {
        self.core = core
        photos = PhotoEndpoints(keys: core.keys, archive: core.archive)
    }

    package static var subscriptions: [Messaging.Subscription] {
        [
            Subscription(CapacityProjection())
        ]
    }

    package func makeJobs() -> [any Service] {
        let delays = PhotoDelays(database: core.database)
        return [
            core.job("photo delays", every: PhotoDelays.interval) { try await delays.run() },
            core.job("photo store", every: Self.storeCheckInterval) { [core] in try await core.photoStore.check() },
        ]
    }

    package static func prune(in round: RetentionRound) async throws {
        try await round.delete(before: round.now - PhotoAllowance.kept) {
            try await PhotoDayRepository.prune(before: $0, maxCount: $1, in: $2)
        }
    }
}
