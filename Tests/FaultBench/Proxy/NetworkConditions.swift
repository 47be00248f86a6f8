/// Simulated faults of a network for the connections through a proxy.
package struct NetworkConditions: Sendable, Equatable {
    /// Delay of every chunk; the order is kept.
    package var delay = Duration.zero
    /// Maximum deviation of a chunk's delay, in either direction.
    package var jitter = Duration.zero
    /// Size of the parts that a chunk's beginning is split into, in bytes; nil forwards chunks unchanged.
    package var slice: Int?
    /// Number of small parts at the beginning of a chunk, where its meaning is encoded; the rest is forwarded at once.
    private static let smallParts = 48
    /// The share of chunks that are answered by a reset of their connection.
    package var resetShare = 0.0
    /// The share of the server's chunks that are lost by a reset: the server has acted, and the client gets no answer.
    package var answerLoss = 0.0
    /// Whether all connections are reset, new ones included.
    package var isCut = false
    /// Drops everything without an error at either end; connections opened meanwhile are reset afterwards, as by a
    /// router that lost its state.
    package var isHalfOpen = false

    package init(
        delay: Duration = .zero, jitter: Duration = .zero, slice: Int? = nil, resetShare: Double = 0,
        answerLoss: Double = 0, isCut: Bool = false, isHalfOpen: Bool = false
    ) {
        self.delay = delay
        self.jitter = jitter
        self.slice = slice
        self.resetShare = resetShare
        self.answerLoss = answerLoss
        self.isCut = isCut
        self.isHalfOpen = isHalfOpen
    }

    /// No faults.
    package static let clear = NetworkConditions()
    package static let cut = NetworkConditions(isCut: true)
    package static let halfOpen = NetworkConditions(isHalfOpen: true)

    /// What happens to one chunk.
    package enum Fate: Sendable, Equatable {
        case pass(after: Duration)
        case swallow
        case reset
    }

    /// Decides what happens to one chunk.
    func fate(fromServer: Bool) -> Fate {
        if isCut { return .reset }
        if isHalfOpen { return .swallow }
        let risk = resetShare + (fromServer ? answerLoss : 0)
        if risk > 0, Double.random(in: 0..<1) < risk { return .reset }
        return .pass(after: max(.zero, delay + jitter * Double.random(in: -1...1)))
    }

    /// The sizes of the parts in which a chunk is forwarded.
    func parts(of count: Int) -> [Int] {
        guard let slice, slice > 0, count > slice else { return [count] }
        let small = min(count / slice, Self.smallParts), rest = count - small * slice
        return Array(repeating: slice, count: small) + (rest > 0 ? [rest] : [])
    }
}
