import ServiceRuntime
import Synchronization

/// Reads text with PP-OCRv6-small on OpenVINO: English, French, Spanish, Chinese.
package final class PaddleOCR: TextReader {
    package let predictor = Predictor(name: "pp-ocr-small", version: "6+openvino-2026.4.1")

    private let lanes: WorkLanes
    private let engine: PaddleEngine
    private let workers: Int
    /// The idle readers; there are as many readers as lanes, so that a job always finds one.
    private let idle: Mutex<[PaddleReader]>

    /// Checks and loads the models; takes about a second.
    ///
    /// - Parameters:
    ///   - models: the files.
    ///   - workers: number of pictures read at the same time, each by one thread.
    ///   - waiting: maximum number of pictures that wait for a worker.
    /// - Returns: a reader that is ready.
    /// - Throws: `RecognitionError` with `engineMissing` or `modelMissing`.
    @concurrent
    package static func load(
        _ models: PaddleModels, workers: Int, waiting: Int
    ) async throws(RecognitionError) -> PaddleOCR {
        try models.verify()
        let engine = try PaddleEngine(models, workers: workers)
        var readers: [PaddleReader] = []
        for _ in 0..<workers { readers.append(try PaddleReader(engine)) }
        return PaddleOCR(engine, readers, waiting: waiting)
    }

    private init(_ engine: PaddleEngine, _ readers: [PaddleReader], waiting: Int) {
        self.engine = engine
        workers = readers.count
        lanes = WorkLanes(label: "vision.text-reader", lanes: readers.count, capacity: waiting)
        idle = Mutex(readers)
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
        guard let reader = idle.withLock({ $0.popLast() }) else {
            throw RecognitionError(.failed, "more jobs are running than there are workers")
        }
        defer {
            let isLast = idle.withLock { idle in
                idle.append(reader)
                return idle.count == workers
            }
            if isLast { engine.rest() }
        }
        return try body(reader)
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
