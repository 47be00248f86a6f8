import CTextReader
import Foundation

/// Both compiled models.
///
/// Shared by its readers; freed with the last of them.
final class PaddleEngine: @unchecked Sendable {
    // Sendable, because the C engine is immutable after its creation and may be used by several threads at once.
    fileprivate let handle: OpaquePointer

    /// Loads the library and compiles the models; takes about a second.
    init(_ models: PaddleModels, workers: Int) throws(RecognitionError) {
        var message = text_reader_message()
        var handle: OpaquePointer?
        let status = models.libraryDirectory.path.withCString { library in
            models.detection.path.withCString { detection in
                models.recognition.path.withCString { recognition in
                    models.inference.precision.rawValue.withCString { precision in
                        var options = text_reader_options(
                            library_directory: library, detection_model: detection, recognition_model: recognition,
                            workers: UInt32(workers), threads: UInt32(models.inference.threads), precision: precision)
                        return text_reader_engine_create(&options, &handle, &message)
                    }
                }
            }
        }
        guard status == TEXT_READER_OK, let handle else { throw RecognitionError(status, message) }
        self.handle = handle
    }

    deinit { text_reader_engine_destroy(handle) }

    /// Returns the memory of ended passes to the system; the next pass takes it again.
    func rest() { text_reader_engine_rest(handle) }
}

/// One worker's part of the engine.
///
/// Used by one thread at a time: `PaddleOCR` lends it to one job after another.
final class PaddleReader: @unchecked Sendable {
    // Sendable, because the lock in `PaddleOCR` passes it between threads, and no two threads use it at the same time.
    private let handle: OpaquePointer
    private let engine: PaddleEngine

    init(_ engine: PaddleEngine) throws(RecognitionError) {
        var message = text_reader_message()
        var handle: OpaquePointer?
        let status = text_reader_create(engine.handle, &handle, &message)
        guard status == TEXT_READER_OK, let handle else { throw RecognitionError(status, message) }
        self.engine = engine
        self.handle = handle
    }

    deinit { text_reader_destroy(handle) }

    /// Makes one pass over a part of a picture.
    func read(_ picture: Picture, _ glance: Glance, until stop: StopSignal) throws(RecognitionError) -> GlanceReading {
        var result = text_reader_result()
        var message = text_reader_message()
        let status = withExtendedLifetime(stop) {
            picture.withPixels { pixels in
                var source = text_reader_picture(
                    pixels: pixels.assumingMemoryBound(to: UInt8.self).baseAddress, width: UInt32(picture.width),
                    height: UInt32(picture.height), stride: picture.width * Picture.bytesPerPixel)
                var request = text_reader_request(glance, of: picture, stop: stop)
                return text_reader_read(handle, &source, &request, &result, &message)
            }
        }
        guard status == TEXT_READER_OK else { throw RecognitionError(status, message) }
        return GlanceReading(result)
    }
}

extension text_reader_request {
    fileprivate init(_ glance: Glance, of picture: Picture, stop: StopSignal) {
        let part = glance.part.map { ($0.minX, $0.minY, $0.maxX, $0.maxY) }
        let left = max(0, Int(part?.0 ?? 0)), top = max(0, Int(part?.1 ?? 0))
        let right = min(picture.width, Int((part?.2 ?? Double(picture.width)).rounded(.up)))
        let bottom = min(picture.height, Int((part?.3 ?? Double(picture.height)).rounded(.up)))
        self.init(
            x: UInt32(left), y: UInt32(top), width: UInt32(max(0, right - left)), height: UInt32(max(0, bottom - top)),
            quarter_turns: UInt32(glance.quarterTurns), enlargement: Float(glance.enlargement),
            detection_shortest: UInt32(glance.detection.shortest), detection_longest: UInt32(glance.detection.longest),
            pixel_threshold: Float(glance.detection.pixelThreshold),
            region_threshold: Float(glance.detection.regionThreshold),
            should_stop: { context in
                guard let context else { return false }
                return Unmanaged<StopSignal>.fromOpaque(context).takeUnretainedValue().isSet
            }, context: Unmanaged.passUnretained(stop).toOpaque())
    }
}

extension GlanceReading {
    fileprivate init(_ result: text_reader_result) {
        let characters = UnsafeBufferPointer(start: result.characters, count: result.character_count)
        lines = UnsafeBufferPointer(start: result.lines, count: result.line_count).map { line in
            let range = Int(line.first_character)..<Int(line.first_character + line.character_count)
            return TextLine(
                characters: characters[range].compactMap { character in
                    Unicode.Scalar(character.scalar).map {
                        TextLine.Character(
                            $0, position: Double(character.position), confidence: Double(character.confidence))
                    }
                }, quad: Quad(line), confidence: Double(line.confidence), sharpness: Double(line.sharpness))
        }
        faint = UnsafeBufferPointer(start: result.faint, count: result.faint_count).map { Quad($0) }
        brightness = Double(result.brightness)
    }
}

extension Quad {
    fileprivate init(_ line: text_reader_line) {
        func point(_ point: text_reader_point) -> Point { Point(x: Double(point.x), y: Double(point.y)) }
        let (topLeft, topRight, bottomRight, bottomLeft) = line.corners
        self.init(
            topLeft: point(topLeft), topRight: point(topRight), bottomRight: point(bottomRight),
            bottomLeft: point(bottomLeft))
    }
}

extension RecognitionError {
    fileprivate init(_ status: text_reader_status, _ message: text_reader_message) {
        let reason = withUnsafeBytes(of: message.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        let code: Code =
            switch status {
            case TEXT_READER_NO_LIBRARY: .engineMissing
            case TEXT_READER_NO_MODEL: .modelMissing
            case TEXT_READER_INVALID: .invalidPicture
            case TEXT_READER_STOPPED: .stopped
            default: .failed
            }
        self.init(code, reason)
    }
}
