import EventContracts
import IngestionService
import TestSupport
import Testing

@Suite("Places for photos in memory") struct TransferPlacesTests {
    private func places(_ change: (inout TransferPlaces.Bounds) -> Void = { _ in }) -> TransferPlaces {
        var bounds = TransferPlaces.Bounds()
        bounds.transfers = 3
        bounds.bytes = 100
        bounds.patience = .seconds(10)
        change(&bounds)
        return TransferPlaces(bounds)
    }

    @Test("A place is taken until it is given back, or nobody holds it any more")
    func givenBack() async throws {
        let places = places()
        let place = try await places.place(for: .random(), bytes: 40)
        _ = try await places.place(for: .random(), bytes: 40)
        // The task that brought it lets go a moment after its value has arrived.
        try await eventually("what nobody holds is given back") { places.taken == 1 }
        place.giveBack()
        place.giveBack()
        #expect(places.taken == 0)
    }

    @Test("Number, bytes and an account's share are bounded; the next in line comes in when there is room")
    func bounded() async throws {
        let places = places(), greedy = AccountID.random()
        let first = try await places.place(for: greedy, bytes: 10)
        let second = try await places.place(for: greedy, bytes: 10)
        async let third = places.place(for: greedy, bytes: 10)
        try await eventually("the third of one account waits") { places.waiting == 1 }
        let other = try await places.place(for: .random(), bytes: 80)
        #expect(places.taken == 3, "others pass it")
        async let large = places.place(for: .random(), bytes: 1_000)
        try await eventually("two wait") { places.waiting == 2 }
        first.giveBack()
        let admitted = try await third
        #expect(places.waiting == 1)
        for place in [second, other, admitted] { place.giveBack() }
        let alone = try await large
        #expect(places.taken == 1, "what is larger than everything together has everything")
        alone.giveBack()
    }

    @Test("Who waits too long, too many who wait, and who gives up get no place and hold none")
    func refused() async throws {
        let places = places {
            $0.transfers = 1
            $0.waiting = 1
            $0.patience = .milliseconds(50)
        }
        let place = try await places.place(for: .random(), bytes: 1)
        await #expect(throws: TransferPlaces.NoPlace.self) { try await places.place(for: .random(), bytes: 1) }
        let patient = self.places {
            $0.transfers = 1
            $0.waiting = 1
        }
        let held = try await patient.place(for: .random(), bytes: 1)
        let waiting = Task { try await patient.place(for: .random(), bytes: 1) }
        try await eventually("one waits") { patient.waiting == 1 }
        await #expect(throws: TransferPlaces.NoPlace.self) { try await patient.place(for: .random(), bytes: 1) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(patient.waiting == 0)
        held.giveBack()
        place.giveBack()
        #expect(patient.taken == 0 && places.taken == 0 && places.waiting == 0)
    }
}
