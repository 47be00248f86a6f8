import ServiceRuntime
import Synchronization

/// Reads text with PP-OCRv6-small on OpenVINO: English, French, Spanish, Chinese.
package final class PaddleOCR: TextReader {
    package let predictor = Predictor(name: "pp-ocr-small", version: "6+openvino-2026.4.1")

    private struct State {
        /// The idle readers; there are as many readers as lanes, so that a job always finds one.
        var idle: [PaddleReader]
        /// The end of the last job.
        var lastEnd = ContinuousClock.now
        /// Whether a task waits to return the memory.
        var isRestDue = false
    }

    private let lanes: WorkLanes
    private let engine: PaddleEngine
    private let workers: Int
    private let restAfter: Duration
    private let state: Mutex<State>

    /// Checks and loads the models; takes about a second.
    ///
    /// - Parameters:
    ///   - models: the files.
    ///   - workers: number of pictures read at the same time, each by one thread.
    ///   - waiting: maximum number of pictures that wait for a worker.
    ///   - restAfter: time without a picture after which the memory of the passes is returned to the system; the next
    ///     picture takes it again, which makes it a tenth dearer.
    /// - Returns: a reader that is ready.
    /// - Throws: `RecognitionError` with `engineMissing` or `modelMissing`.
    @concurrent
    package static func load(
        _ models: PaddleModels, workers: Int, waiting: Int, restAfter: Duration = .seconds(30)
    ) async throws(RecognitionError) -> PaddleOCR {
        try models.verify()
        let engine = try PaddleEngine(models, workers: workers)
        var readers: [PaddleReader] = []
        for _ in 0..<workers { readers.append(try PaddleReader(engine)) }
        return PaddleOCR(engine, readers, waiting: waiting, restAfter: restAfter)
    }

    private init(_ engine: PaddleEngine, _ readers: [PaddleReader], waiting: Int, restAfter: Duration) {
        self.restAfter = restAfter
        self.engine = engine
        workers = readers.count
        lanes = WorkLanes(label: "vision.text-reader", lanes: readers.count, capacity: waiting)
        state = Mutex(State(idle: readers))
    }

    package func read(
        _ picture: Picture, _ matter: PrintedMatter, deadline: ContinuousClock.Instant
    ) async throws(RecognitionError) -> TextReading {
        let stop = StopSignal(deadline: deadline)
        let predictor = predictor
        let outcome: Result<TextReading, RecognitionError>? = await withTaskCancellationHandler {
            try? await lanes.run { [self] in
                Result { () throws(RecognitionError) in
                    try withReader { reader throws(RecognitionError) in
                        try Self.runPasses(over: picture, matter, with: reader, until: stop, as: predictor)
                    }
                }
            }
        } onCancel: {
            stop.cancel()
        }
        guard let outcome else { throw RecognitionError(.busy, "too many pictures are waiting for a worker") }
        return try outcome.get()
    }

    private func withReader<Output>(
        _ body: (PaddleReader) throws(RecognitionError) -> Output
    ) throws(RecognitionError) -> Output {
        guard let reader = state.withLock({ $0.idle.popLast() }) else {
            throw RecognitionError(.failed, "more jobs are running than there are workers")
        }
        defer {
            let isFirst = state.withLock { state in
                state.idle.append(reader)
                state.lastEnd = .now
                defer { state.isRestDue = true }
                return !state.isRestDue
            }
            if isFirst { restWhenIdle() }
        }
        return try body(reader)
    }

    /// Returns the memory of the passes to the system once there was no job for `restAfter`, at the latest after twice
    /// that time.
    private func restWhenIdle() {
        Task { [weak self, restAfter] in
            repeat {
                do { try await Task.sleep(for: restAfter) } catch { return }
            } while self?.isAtWork == true
            guard let self else { return }
            try? await lanes.run { [engine] in engine.rest() }
        }
    }

    /// Whether a job runs or ended within `restAfter`; if not, the next job's end begins a new wait.
    private var isAtWork: Bool {
        state.withLock { state in
            let isAtWork = state.idle.count < workers || state.lastEnd + restAfter > .now
            if !isAtWork { state.isRestDue = false }
            return isAtWork
        }
    }

    /// All passes over one picture, on one thread.
    private static func runPasses(
        over picture: Picture, _ matter: PrintedMatter, with reader: PaddleReader, until stop: StopSignal,
        as predictor: Predictor
    ) throws(RecognitionError) -> TextReading {
        var glance = ReadingPlan.first(width: picture.width, height: picture.height, matter)
        var seen = try reader.read(picture, glance, until: stop)
        if let probe = ReadingPlan.probe(after: seen),
            ReadingPlan.isInverted(seen, probe: try reader.read(picture, probe, until: stop))
        {
            var turned = glance
            turned.quarterTurns = 2
            let inverted = try reader.read(picture, turned, until: stop)
            if ReadingPlan.isBetter(inverted, than: seen) { (glance, seen) = (turned, inverted) }
        }
        for closer in ReadingPlan.closeUps(after: seen, glance) {
            seen = ReadingPlan.merge(try reader.read(picture, closer, until: stop), of: closer.part, into: seen)
        }
        return TextReading(seen, of: picture, quarterTurns: glance.quarterTurns, predictor: predictor)
    }
}

extension TextReading {
    fileprivate init(_ seen: GlanceReading, of picture: Picture, quarterTurns: Int, predictor: Predictor) {
        let isRead = { (line: TextLine) in !line.isBlank && line.confidence >= ReadingPlan.unreadBelow }
        self.init(
            width: picture.width, height: picture.height, lines: ReadingOrder.sort(seen.lines.filter(isRead)),
            unread: seen.lines.filter { !isRead($0) }.map(\.quad) + seen.faint, brightness: seen.brightness,
            predictor: predictor)
        self.quarterTurns = quarterTurns
    }
}
