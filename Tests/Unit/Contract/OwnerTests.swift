import EventContracts
import Foundation
import Testing

@testable import Messaging

@Suite("Event ownership")
struct OwnerTests {
    private func attributes(_ type: EventType, key: String) -> EventAttributes {
        EventAttributes(
            id: UUID(), source: "foodmagic/test", type: type, time: EventSamples.moment, subject: nil, key: key,
            sequence: 1,
            first: 1,
            epoch: 1, correlationID: UUID())
    }

    @Test("events: every event of a topic keyed by account names its account", arguments: EventSamples.all)
    func owners(_ sample: EventSamples.Sample) throws {
        let topic = try #require(EventRegistry.contract(of: sample.type)).topic
        #expect(sample.body.owner == (topic.key == .account ? EventSamples.account : nil))
    }

    @Test(
        "GW-23: only events under the key of their own account are accepted",
        arguments: EventSamples.all)
    func foreign(_ sample: EventSamples.Sample) throws {
        try Subscription.refuseForeign(
            sample.body, attributes(sample.type, key: EventSamples.account.description))
        guard sample.body.owner != nil else { return }
        for key in [AccountID.random().description, "", EventSamples.account.description.uppercased()] {
            #expect(throws: PermanentFailure.self) {
                try Subscription.refuseForeign(sample.body, attributes(sample.type, key: key))
            }
        }
    }
}
