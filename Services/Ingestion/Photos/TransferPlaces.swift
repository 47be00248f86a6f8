import EventContracts
import ServiceRuntime
import Synchronization

/// Bounds the photos that are in memory at once: their number, their bytes, and how many of them are one account's.
///
/// Who finds no place waits for one in the order of arrival; only an account that has its share is passed over.
package final class TransferPlaces: Sendable {
    /// The bounds.
    package struct Bounds: Sendable, Equatable {
        package var transfers = 4
        /// Bytes of all of them; one may have as many alone.
        package var bytes = 20 << 20
        package var transfersPerAccount = 2
        /// Bytes of one account's photos, unless one is larger alone: somebody else can always send.
        package var bytesPerAccount = 10 << 20
        /// Requests that may wait; more are refused at once.
        package var waiting = 64
        /// How long one waits.
        package var patience = Duration.seconds(4)

        package init() {}
    }

    /// No place became free in time.
    package struct NoPlace: Error {}

    /// A place that is held until it is given back, or until nothing holds it any more.
    package final class Place: Sendable {
        private let places: TransferPlaces
        private let wish: Mutex<Wish?>

        fileprivate init(_ places: TransferPlaces, _ wish: Wish) {
            self.places = places
            self.wish = Mutex(wish)
        }

        deinit { giveBack() }

        /// Lets the next one in.
        package func giveBack() {
            let held = wish.withLock { wish in
                defer { wish = nil }
                return wish
            }
            if let held { places.leave(held) }
        }
    }

    fileprivate struct Wish {
        let account: AccountID
        let bytes: Int
    }

    private struct Waiter {
        let number: Int
        let wish: Wish
        let continuation: CheckedContinuation<Place, any Error>
    }

    private struct State {
        var transfers = 0
        var bytes = 0
        var byAccount: [AccountID: (transfers: Int, bytes: Int)] = [:]
        var waiting: [Waiter] = []
        var lastNumber = 0
    }

    private let bounds: Bounds
    private let state = Mutex(State())

    package init(_ bounds: Bounds) {
        self.bounds = bounds
    }

    /// How many wait.
    package var waiting: Int { state.withLock(\.waiting.count) }

    /// How many are in memory.
    package var taken: Int { state.withLock(\.transfers) }

    /// A place for a photo of the account.
    ///
    /// - Throws: `NoPlace`; `CancellationError`.
    package func place(for account: AccountID, bytes: Int) async throws -> Place {
        let wish = Wish(account: account, bytes: min(bytes, bounds.bytes))
        do {
            return try await withDeadline(bounds.patience) { try await self.place(wish) }
        } catch is DeadlinePassed {
            throw NoPlace()
        }
    }

    private func place(_ wish: Wish) async throws -> Place {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                enqueue(Waiter(number: number, wish: wish, continuation: continuation))
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
            }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }

    private func enqueue(_ waiter: Waiter) {
        let (refused, admitted): (Bool, [Waiter]) = state.withLock { state in
            // Looked at under the lock: a cancellation after this finds the waiter in the queue.
            guard !Task.isCancelled, state.waiting.count < bounds.waiting else { return (true, []) }
            state.waiting.append(waiter)
            return (false, admit(&state))
        }
        if refused { waiter.continuation.resume(throwing: NoPlace()) }
        resume(admitted)
    }

    private func leave(_ wish: Wish) {
        resume(
            state.withLock { state in
                state.transfers -= 1
                state.bytes -= wish.bytes
                var left = state.byAccount[wish.account] ?? (1, wish.bytes)
                left.transfers -= 1
                left.bytes -= wish.bytes
                state.byAccount[wish.account] = left.transfers > 0 ? left : nil
                return admit(&state)
            })
    }

    private func resume(_ admitted: [Waiter]) {
        for waiter in admitted { waiter.continuation.resume(returning: Place(self, waiter.wish)) }
    }

    /// Takes out of the queue whoever has a place now.
    private func admit(_ state: inout State) -> [Waiter] {
        var admitted: [Waiter] = []
        var index = 0
        while index < state.waiting.count {
            let wish = state.waiting[index].wish
            var held = state.byAccount[wish.account] ?? (0, 0)
            guard held.transfers < bounds.transfersPerAccount,
                held.transfers == 0 || held.bytes + wish.bytes <= bounds.bytesPerAccount
            else {
                index += 1
                continue
            }
            guard state.transfers < bounds.transfers, state.bytes + wish.bytes <= bounds.bytes else { break }
            state.transfers += 1
            state.bytes += wish.bytes
            held.transfers += 1
            held.bytes += wish.bytes
            state.byAccount[wish.account] = held
            admitted.append(state.waiting.remove(at: index))
        }
        return admitted
    }
}
