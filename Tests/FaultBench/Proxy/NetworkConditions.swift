/// Simulated faults of a network for the connections through a proxy.
package struct NetworkConditions: Sendable, Equatable {
    /// Delay of every piece; the order is kept.
    package var delay = Duration.zero
    /// Maximum deviation of the delay of a piece, either way.
    package var jitter = Duration.zero
    /// Pieces begin with parts of this many bytes; nil to pass them on unchanged.
    package var slice: Int?
    /// Number of small parts at the beginning of a piece, where its meaning is encoded; the rest is passed on at once.
    private static let smallParts = 48
    /// The share of pieces that are answered by a reset of their connection.
    package var resetShare = 0.0
    /// The share of the server's pieces that are lost by a reset: the server has acted, the client gets no answer.
    package var answerLoss = 0.0
    /// Whether all connections are reset, new ones included.
    package var isCut = false
    /// Nothing arrives, without an error at either end; connections opened meanwhile are reset afterwards, as by a
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

    /// As if there were no proxy.
    package static let clear = NetworkConditions()
    package static let cut = NetworkConditions(isCut: true)
    package static let halfOpen = NetworkConditions(isHalfOpen: true)

    /// The fate of one piece.
    package enum Fate: Sendable, Equatable {
        case pass(after: Duration)
        case swallow
        case reset
    }

    /// Decides the fate of one piece.
    func fate(fromServer: Bool) -> Fate {
        if isCut { return .reset }
        if isHalfOpen { return .swallow }
        let risk = resetShare + (fromServer ? answerLoss : 0)
        if risk > 0, Double.random(in: 0..<1) < risk { return .reset }
        return .pass(after: max(.zero, delay + jitter * Double.random(in: -1...1)))
    }

    /// The parts in which a piece of a number of bytes is passed on.
    func parts(of count: Int) -> [Int] {
        guard let slice, slice > 0, count > slice else { return [count] }
        let small = min(count / slice, Self.smallParts), rest = count - small * slice
        return Array(repeating: slice, count: small) + (rest > 0 ? [rest] : [])
    }
}
