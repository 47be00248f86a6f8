import Foundation
import Messaging
import Photos
import ServiceRuntime

/// The configuration of `vision`.
/// | key | type | default |
/// |---|---|---|
/// | `LOG_LEVEL`, `KEYRING_MASTER_KEYS` (secret) | see `EventServiceSettings` | |
/// | `DATABASE_URL` (secret), `DATABASE_POOL_SIZE`, `DATABASE_STATEMENT_TIMEOUT_SECONDS` | see `DatabaseSettings` | |
/// | `KAFKA_…` | see `KafkaSettings` | |
/// | `HEALTH_HOST`, `HEALTH_PORT` | see `HTTPBinding` | port 9083 |
/// | `PHOTO_STORE`, `S3_…` | see `PhotoStoreSettings` | |
/// | `OCR_ENGINE` | text recognition engine: paddle or tesseract | paddle |
/// | `OPENVINO_LIBRARY_DIR` | directory of `libopenvino_c.so` | .local/openvino/<arch> |
/// | `OCR_MODEL_DIR` | directory of the PP-OCRv6 models | .local/models |
/// | `FOOD_MODEL_DIR` | directory of the food recognizer's models | Services/Vision/Models/food |
/// | `FOOD_VOCABULARY_DIR` | directory of an open vocabulary; missing: none | .local/vision/open-vocabulary |
/// | `TESSERACT_PROGRAM` | path of tesseract | /usr/bin/tesseract |
/// | `VISION_DECODER_PROGRAM` | path of `vision-decoder` | beside this program |
/// | `VISION_DECODER_TIMEOUT_SECONDS` | timeout of decoding one photo, 1 to 600 s | 3 |
/// | `VISION_WORKERS` | photos analyzed at the same time, one thread each, 1 to 64 | one per core |
/// | `FOOD_REMOTE_…` | see `RemoteModelSettings` | no remote model |
package struct VisionConfiguration: Sendable {
    /// The text recognition engine.
    package enum Engine: String, Sendable, CaseIterable {
        case paddle, tesseract
    }

    package var settings: EventServiceSettings
    package var photos: PhotoStoreSettings
    package var engine = Engine.paddle
    package var libraryDirectory = URL(filePath: ".local/openvino/\(PaddleModels.architecture)")
    package var modelDirectory = URL(filePath: ".local/models")
    package var foodModelDirectory = URL(filePath: "Services/Vision/Models/food")
    package var vocabularyDirectory = URL(filePath: ".local/vision/open-vocabulary")
    package var tesseract = URL(filePath: "/usr/bin/tesseract")
    package var decoder = Self.besideThisProgram("vision-decoder")
    package var decoderTimeout = Duration.seconds(3)
    package var workers = ProcessInfo.processInfo.activeProcessorCount
    /// The remote model for unnamed food; nil without one.
    package var remote: RemoteModelSettings?

    /// Creates a configuration from its values, without reading the environment.
    package init(settings: EventServiceSettings, photos: PhotoStoreSettings) {
        self.settings = settings
        self.photos = photos
    }

    /// Reads the environment variables of the table above.
    ///
    /// - Throws: `ConfigurationError` with every problem.
    package init(from environment: EnvironmentReader) throws(ConfigurationError) {
        var environment = environment
        settings = EventServiceSettings(healthPort: 9_083, from: &environment)
        photos = PhotoStoreSettings(from: &environment)
        engine = environment.optional("OCR_ENGINE", as: .choice(), default: engine)
        libraryDirectory = environment.optional("OPENVINO_LIBRARY_DIR", as: .path, default: libraryDirectory)
        modelDirectory = environment.optional("OCR_MODEL_DIR", as: .path, default: modelDirectory)
        foodModelDirectory = environment.optional("FOOD_MODEL_DIR", as: .path, default: foodModelDirectory)
        vocabularyDirectory = environment.optional("FOOD_VOCABULARY_DIR", as: .path, default: vocabularyDirectory)
        tesseract = environment.optional("TESSERACT_PROGRAM", as: .path, default: tesseract)
        decoder = environment.optional("VISION_DECODER_PROGRAM", as: .path, default: decoder)
        decoderTimeout = .seconds(
            environment.optional("VISION_DECODER_TIMEOUT_SECONDS", as: .integer(in: 1...600), default: 3))
        workers = environment.optional("VISION_WORKERS", as: .integer(in: 1...64), default: workers)
        remote = RemoteModelSettings(from: &environment, workers: workers)
        try environment.finish()
    }

    private static func besideThisProgram(_ name: String) -> URL {
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        return program.deletingLastPathComponent().appending(component: name)
    }
}

extension EnvironmentFormat<URL> {
    /// Accepts a file system path, relative to the working directory unless it is absolute.
    fileprivate static var path: Self {
        Self("a path", placeholder: URL(filePath: "/")) { _, text in URL(filePath: text) }
    }
}
