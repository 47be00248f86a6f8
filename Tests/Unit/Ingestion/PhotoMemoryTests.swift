import EventContracts
import IngestionCore
import IngestionService
import Synchronization
import TestPeers
import Testing
import UnitSupport

@Suite("Memory of photos (GW-33)", .timeLimit(.minutes(10))) struct PhotoMemoryTests {
    /// A memory limit of 100 bytes, with a timeout longer than any test.
    private func memory(
        time: ManualTime? = nil, _ change: (inout PhotoMemory.Limits) -> Void = { _ in }
    ) -> PhotoMemory {
        var limits = PhotoMemory.Limits()
        limits.bytes = 100
        limits.bytesPerAccount = 50
        limits.timeout = .seconds(600)
        change(&limits)
        guard let time else { return PhotoMemory(limits) }
        return PhotoMemory(limits) { time.now() }
    }

    /// A lease whose bytes arrive.
    private func upload(
        _ memory: PhotoMemory, _ account: AccountID = .random(), of length: Int,
        onRevoke: @escaping @Sendable () -> Void = {}
    ) -> PhotoMemory.Lease {
        let lease = memory.lease(for: account, length: length)
        lease.startTransfer(onRevoke: onRevoke)
        return lease
    }

    @Test("photo memory: released on return or when the lease is dropped")
    func givenBack() async throws {
        let memory = memory()
        let kept = memory.lease(for: .random(), length: nil)
        try await kept.grow(by: 40)
        do {
            let dropped = memory.lease(for: .random(), length: nil)
            try await dropped.grow(by: 40)
            #expect(memory.held == 80)
        }
        try await eventually("a lease that nothing holds is given back") { memory.held == 40 }
        kept.release()
        kept.release()
        #expect(memory.held == 0)
    }

    @Test("photo memory: total and per-account limits are separate")
    func bounded() async throws {
        let memory = memory(), greedy = AccountID.random()
        let first = memory.lease(for: greedy, length: nil), second = memory.lease(for: greedy, length: nil)
        try await first.grow(by: 40)
        async let more: Void = second.grow(by: 20)
        try await eventually("the account has its share") { memory.waiting == 1 }
        let other = memory.lease(for: .random(), length: nil), late = memory.lease(for: .random(), length: nil)
        try await other.grow(by: 60)
        async let last: Void = late.grow(by: 60)
        try await eventually("all bytes are granted") { memory.waiting == 2 && memory.held == 100 }
        first.release()
        try await more
        #expect(memory.held == 80 && memory.waiting == 1)
        other.release()
        try await last
        #expect(memory.held == 80 && memory.waiting == 0)
    }

    @Test("photo memory: granted for received bytes, not for announced ones")
    func arrived() async throws {
        let memory = memory { $0.timeout = .milliseconds(50) }
        let silent = (0..<50).map { _ in upload(memory, of: 50) }
        let sender = upload(memory, of: 50)
        for _ in 0..<5 { try await sender.grow(by: 10) }
        #expect(memory.held == 50 && silent.count == 50)
    }

    @Test("photo memory: a stalled client loses it within the grace period")
    func revoked() async throws {
        let memory = memory { $0.grace = .milliseconds(50) }
        let isRevoked = Mutex(false)
        let stalled = upload(memory, of: 100) { isRevoked.withLock { $0 = true } }
        try await stalled.grow(by: 90)
        let other = memory.lease(for: .random(), length: nil)
        async let room: Void = other.grow(by: 50)
        try await eventually("the stalled client gets its answer") { isRevoked.withLock(\.self) }
        #expect(stalled.endTransfer())
        await #expect(throws: PhotoMemory.TooSlow.self) { try await stalled.grow(by: 1) }
        stalled.release()
        try await room
    }

    @Test("photo memory: a fast or sole client keeps its share")
    func kept() async throws {
        let time = ManualTime()
        let memory = memory(time: time) {
            $0.grace = .seconds(200)
            $0.minBytesPerSecond = 1
        }
        let alone = upload(memory, of: 10) { Issue.record("nobody waits") }
        try await alone.grow(by: 10)
        time.advance(by: .seconds(1_000))
        memory.checkClients()
        alone.release()
        let steady = upload(memory, of: 100) { Issue.record("it moves enough") }
        try await steady.grow(by: 90)
        let other = memory.lease(for: .random(), length: nil)
        let waiting = Task { try await other.grow(by: 50) }
        try await eventually("one waits") { memory.waiting == 1 }
        for _ in 0..<50 {
            time.advance(by: .seconds(100))
            steady.progress(100)
            memory.checkClients()
        }
        #expect(memory.waiting == 1)
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(!steady.endTransfer())
    }

    @Test("photo memory: clients are revoked only if needed, and if it helps")
    func spared() async throws {
        let time = ManualTime()
        let memory = memory(time: time) {
            $0.grace = .seconds(100)
            $0.bytesPerAccount = 100
        }
        let isRevoked = Mutex(false)
        let large = upload(memory, of: 60) { isRevoked.withLock { $0 = true } }
        let small = upload(memory, of: 10) { Issue.record("it has too little to help") }
        try await large.grow(by: 60)
        try await small.grow(by: 10)
        let kept = memory.lease(for: .random(), length: nil)
        try await kept.grow(by: 30)
        let other = memory.lease(for: .random(), length: nil)
        async let room: Void = other.grow(by: 75)
        try await eventually("one waits") { memory.waiting == 1 }
        time.advance(by: .seconds(1_000))
        memory.checkClients()
        #expect(isRevoked.withLock { !$0 })
        kept.release()
        #expect(isRevoked.withLock { $0 })
        large.endTransfer()
        large.release()
        try await room
        #expect(!small.endTransfer())
    }

    @Test("photo memory: concurrent uploads do not deadlock")
    func noCircle() async throws {
        let memory = memory { $0.bytesPerAccount = 100 }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                let lease = upload(memory, of: 90)
                group.addTask {
                    for _ in 0..<9 {
                        lease.progress(1 << 20)
                        try await lease.grow(by: 10)
                        await Task.yield()
                    }
                    lease.endTransfer()
                    lease.release()
                }
            }
            try await group.waitForAll()
        }
        #expect(memory.held == 0 && memory.waiting == 0)
    }

    @Test("photo memory: timed-out, refused and canceled requests hold none")
    func refused() async throws {
        let impatient = memory { $0.timeout = .milliseconds(50) }
        let held = impatient.lease(for: .random(), length: nil)
        try await held.grow(by: 100)
        let late = impatient.lease(for: .random(), length: nil)
        await #expect(throws: PhotoMemory.Exhausted.self) { try await late.grow(by: 1) }
        let full = memory { $0.waiting = 1 }
        let holder = full.lease(for: .random(), length: nil), next = full.lease(for: .random(), length: nil)
        try await holder.grow(by: 100)
        let waiting = Task { try await next.grow(by: 1) }
        try await eventually("one waits") { full.waiting == 1 }
        let third = full.lease(for: .random(), length: nil)
        await #expect(throws: PhotoMemory.Exhausted.self) { try await third.grow(by: 1) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(full.waiting == 0)
    }

    @Test("GW-33: photo memory: a full queue refuses the largest photo")
    func fullQueue() async throws {
        let memory = memory { $0.waiting = 1 }
        let holder = memory.lease(for: .random(), length: nil)
        try await holder.grow(by: 100)
        let large = memory.lease(for: .random(), length: 90), small = memory.lease(for: .random(), length: 10)
        let first = Task { try await large.grow(by: 10) }
        try await eventually("the large one waits") { memory.waiting == 1 }
        let second = Task { try await small.grow(by: 10) }
        await #expect(throws: PhotoMemory.Exhausted.self) { try await first.value }
        #expect(memory.waiting == 1)
        holder.release()
        try await second.value
    }

    @Test("photo memory: a hundred slow clients do not delay a small photo", .slowConcurrent)
    func smallAtOnce() async throws {
        var limits = PhotoMemory.Limits()
        // A request that would have to wait fails at once.
        limits.timeout = .zero
        limits.grace = .seconds(60)
        let memory = PhotoMemory(limits)
        let accounts = (0..<50).map { _ in AccountID.random() }
        var slow: [PhotoMemory.Lease] = [], refused = 0
        for account in accounts + accounts {
            let lease = upload(memory, account, of: 15_000_000)
            slow.append(lease)
            do { try await lease.grow(by: 333_000) } catch is PhotoMemory.Exhausted { refused += 1 }
        }
        #expect(refused > 0, "they want more than there is")
        let small = upload(memory, of: 500_000)
        for _ in 0..<10 { try await small.grow(by: 50_000) }
        #expect(!small.endTransfer() && memory.held >= 500_000 && slow.count == 100)
    }
}
