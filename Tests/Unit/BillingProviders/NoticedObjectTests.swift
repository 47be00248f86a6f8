import BillingProviders
import EventContracts
import Foundation
import Outbound
import Quantities
import Testing

@Suite("Objects in provider notifications, and customer deletion") struct NoticedObjectTests {
    @Test("BIL-11: Stripe charges map to our charges, unknown ones to none")
    func objects() async throws {
        let peer = RecordedPeer([
            .status(200, #"{"id":"ch_1","created":1790000000,"amount_refunded":903,"payment_intent":"pi_7"}"#),
            .status(200, #"{"id":"re_1","amount":903,"currency":"cad","status":"succeeded","payment_intent":"pi_8"}"#),
        ])
        let provider = peer.provider
        #expect(try await provider.charge(about: "ch_1") == "pi_7")
        #expect(try await provider.charge(about: "re_1") == "pi_8")
        #expect(try await provider.charge(about: "pi_9") == "pi_9")
        #expect(try await provider.charge(about: "dp_1") == nil)
        #expect(peer.requests.map(\.url) == ["http://peer/v1/charges/ch_1", "http://peer/v1/refunds/re_1"])
        await #expect(throws: ProviderFailure.refused(code: "malformed_name")) {
            _ = try await provider.charge(about: "ch_1/../x")
        }
    }

    @Test("BIL-18: customer deletion: deleting twice succeeds")
    func forgetting() async throws {
        let peer = RecordedPeer([
            .status(200, #"{"id":"cus_1","object":"customer","deleted":true}"#),
            .status(404, #"{"error":{"type":"invalid_request_error","code":"resource_missing"}}"#),
            .failure(.timedOut), .status(401, #"{"error":{"type":"invalid_request_error"}}"#),
        ])
        let provider = peer.provider
        try await provider.forget("cus_1")
        try await provider.forget("cus_1")
        await #expect(throws: ProviderFailure.unknownOutcome) { try await provider.forget("cus_1") }
        await #expect(throws: ProviderFailure.refused(code: "invalid_request_error")) {
            try await provider.forget("cus_1")
        }
        #expect(peer.requests.allSatisfy { $0.method == .delete && $0.url == "http://peer/v1/customers/cus_1" })
    }

    @Test("BIL-08: a deleted customer's charge is searched until settled")
    func lookedFor() async throws {
        let provider = FaultyProvider(seed: 1, faults: 0), caller = ProviderCaller(provider: provider)
        let charge = ProviderSamples.charge, start = ProviderSamples.moment
        let early = await caller.lookUpCharge(
            charge, of: "cus_1", unknownSince: start, at: start.addingTimeInterval(599))
        #expect(early == .again(isUnknown: true))
        let late = await caller.lookUpCharge(
            charge, of: "cus_1", unknownSince: start, at: start.addingTimeInterval(600))
        #expect(late == .never(code: "not_made"))
        _ = try? await provider.charge(ProviderSamples.command)
        let found = await caller.lookUpCharge(charge, of: "cus_1", unknownSince: start, at: start.addingTimeInterval(1))
        guard case .done = found else {
            Issue.record("\(found)")
            return
        }
        let deaf = ProviderCaller(provider: FaultyProvider(seed: 1, faults: 100))
        let unheard = await deaf.lookUpCharge(
            charge, of: "cus_1", unknownSince: start, at: start.addingTimeInterval(9_000))
        #expect(unheard == .again(isUnknown: true), "without a response the outcome stays unknown")
    }
}
