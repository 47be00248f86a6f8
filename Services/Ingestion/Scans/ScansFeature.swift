import EventContracts
import IngestionCore
import Messaging
import Sealing

/// Labels, the allergen profile, products by bar code, and reactions.
package struct ScansFeature: Feature {
    package static let description = PackageResources.openapi_yaml

    let profile: ProfileEndpoints
    let scans: ScanEndpoints
    let products: ProductEndpoints
    let reactions: ReactionEndpoints

    package init(_ core: GatewayCore) {
        profile = ProfileEndpoints(acceptor: core.acceptor, sealer: core.sealer)
        scans = ScanEndpoints(acceptor: core.acceptor, sealer: core.sealer, archive: core.archive, foods: core.foods)
        products = ProductEndpoints(resources: core.resources)
        reactions = ReactionEndpoints(acceptor: core.acceptor, sealer: core.sealer)
    }

    package static var subscriptions: [Messaging.Subscription] {
        [
            Subscription(DocumentProjection(ProfileChanged.self)),
            Subscription(DocumentProjection(ScanAssessed.self)),
            Subscription(DocumentProjection(ReactionChanged.self)),
            Subscription(ProductProjection()),
        ]
    }

    package static func addViews(to views: inout DocumentViews) {
        views.add(.labelScan, ScanAssessed.self) { scan, _, opener in try await opener.labelScan(scan) }
        views.add(.allergenProfile, ProfileChanged.self) { profile, _, opener in try await opener.profile(profile) }
        views.add(.reaction, ReactionChanged.self) { reaction, _, opener in try await opener.reaction(reaction) }
    }
}
