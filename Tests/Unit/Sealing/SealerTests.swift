import Foundation
import Sealing
import Testing

@Suite struct SealerTests {
    private struct Note: Codable, Sendable, Equatable {
        var text: String
        var numbers: [Double]
        var day: Date?
    }

    private let ring = MemoryKeyRing()
    private var sealer: Sealer { Sealer(keyRing: ring) }

    private func newAccount() async throws -> UUID {
        let account = UUID()
        try await ring.createKey(for: account)
        return account
    }

    private func newContext() async throws -> SealingContext {
        SealingContext(account: try await newAccount(), field: "scan.text", resource: "r-1")
    }

    @Test("GW-36: sealed values round-trip and reveal no plaintext")
    func randomValuesComeBack() async throws {
        let context = try await newContext()
        for length in 0..<200 {
            let text = String((0..<length).map { _ in "aé漢👩‍👩‍👧\"\\\n\u{0}".randomElement()! })
            let note = Note(text: text, numbers: [.random(in: -1...1), Double(length)], day: Date())
            let sealed = try await sealer.seal(note, context)
            #expect(try await sealer.open(sealed, context) == note)
        }
        let secret = "peanut allergy of a person"
        let sealed = try await sealer.seal(secret, context)
        #expect(!Data(sealed.bytes).contains(Data("peanut".utf8)))
        #expect(!String(reflecting: sealed.bytes).contains(secret))
    }

    @Test("sealed values are JSON that other encoders write and read")
    func isJSON() async throws {
        let context = try await newContext(), note = Note(text: "a/\"é\"\n", numbers: [1, -0.25], day: Date())
        let foreign = try await sealer.seal(bytes: Array(JSONEncoder().encode(note)), context)
        #expect(try await sealer.open(Sealed<Note>(bytes: foreign), context) == note)
        let text = try await sealer.open(bytes: sealer.seal(note, context).bytes, context)
        #expect(try JSONDecoder().decode(Note.self, from: Data(text)) == note)
    }

    @Test func randomBytesComeBack() async throws {
        let context = try await newContext()
        for length in [0, 1, 15, 16, 17, 1_000, 100_000] {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255) }
            let sealed = try await sealer.seal(bytes: bytes, context)
            #expect(sealed.count == length + 33)
            #expect(try await sealer.open(bytes: sealed, context) == bytes)
        }
    }

    @Test func theSameValueIsNeverSealedTheSameWayTwice() async throws {
        let context = try await newContext()
        var seen: Set<Sealed<String>> = []
        for _ in 0..<100 { seen.insert(try await sealer.seal("same", context)) }
        #expect(seen.count == 100)
    }

    @Test("GW-36: any changed byte is detected")
    func anyChangedByteIsTampering() async throws {
        let context = try await newContext()
        let sealed = try await sealer.seal("some text", context)
        for index in sealed.bytes.indices {
            for bit in 0..<8 {
                var bytes = sealed.bytes
                bytes[index] ^= 1 << bit
                let changed = Sealed<String>(bytes: bytes)
                await #expect(throws: SealingError.tampered, "byte \(index), bit \(bit)") {
                    try await sealer.open(changed, context)
                }
            }
        }
    }

    @Test func cutOrExtendedBytesAreRefused() async throws {
        let context = try await newContext()
        let sealed = try await sealer.seal("some text", context)
        for length in 0..<sealed.bytes.count {
            let cut = Sealed<String>(bytes: Array(sealed.bytes.prefix(length)))
            await #expect(throws: length < 33 ? SealingError.malformed : .tampered) {
                try await sealer.open(cut, context)
            }
        }
        let longer = Sealed<String>(bytes: sealed.bytes + [0])
        await #expect(throws: SealingError.tampered) { try await sealer.open(longer, context) }
    }

    @Test("GW-36: a sealed value opens in its own account and field only")
    func anotherContextIsTampering() async throws {
        let context = try await newContext()
        let sealed = try await sealer.seal("some text", context)
        let others = [
            SealingContext(account: try await newAccount(), field: context.field, resource: context.resource),
            SealingContext(account: context.account, field: "scan.note", resource: context.resource),
            SealingContext(account: context.account, field: context.field, resource: "r-2"),
            SealingContext(account: context.account, field: context.field + "r", resource: "-1"),
            SealingContext(account: context.account, field: "", resource: context.field + context.resource),
        ]
        for other in others {
            await #expect(throws: SealingError.tampered) { try await sealer.open(sealed, other) }
        }
        #expect(try await sealer.open(sealed, context) == "some text")
    }

    @Test("GW-36: after erasure nothing can be opened or sealed")
    func anErasedAccountOpensNothing() async throws {
        let context = try await newContext()
        let sealed = try await sealer.seal("some text", context)
        try await ring.destroyKey(for: context.account)
        let erased = SealingError.erased(account: context.account)
        await #expect(throws: erased) { try await sealer.open(sealed, context) }
        await #expect(throws: erased) { try await sealer.seal("more", context) }
    }

    @Test func theJSONOfAnotherTypeIsMalformed() async throws {
        let context = try await newContext()
        let sealed = try await sealer.seal("no number", context)
        let wrong = Sealed<Int>(bytes: sealed.bytes)
        await #expect(throws: SealingError.malformed) { try await sealer.open(wrong, context) }
        await #expect(throws: SealingError.malformed) { try await sealer.seal(Double.nan, context) }
    }

    @Test func aRenewedKeyOpensWhatTheOldOneSealed() async throws {
        let context = try await newContext()
        let old = try await sealer.seal("old", context)
        try await ring.renewKey(for: context.account)
        let new = try await sealer.seal("new", context)
        #expect(try await sealer.open(old, context) == "old")
        #expect(try await sealer.open(new, context) == "new")
        #expect(new.bytes[1...4] == [0, 0, 0, 2])
    }

    @Test func manyTasksSealAndOpenAtOnce() async throws {
        let contexts = [try await newContext(), try await newContext(), try await newContext()]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let context = contexts[number % 3]
                    let sealed = try await sealer.seal(number, context)
                    #expect(try await sealer.open(sealed, context) == number)
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func noErrorShowsWhatWasSealed() {
        #expect(SealingError.tampered.description == "the sealed value was changed or belongs elsewhere")
        #expect(SealingError.keyRingUnavailable(isRetryable: true).isRetryable)
        #expect(!SealingError.tampered.isRetryable)
    }
}
