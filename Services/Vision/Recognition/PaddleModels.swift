import Crypto
import Foundation
import Hexadecimal

/// The files of PP-OCRv6-small and of the OpenVINO runtime; `deploy/models` downloads them.
package struct PaddleModels: Sendable {
    /// SHA-256 of `PP-OCRv6_det_small.onnx` in the wheel `rapidocr` 3.10.0.
    package static let detectionDigest = "090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f"
    /// SHA-256 of `PP-OCRv6_rec_small.onnx` in the wheel `rapidocr` 3.10.0.
    package static let recognitionDigest = "6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884"

    /// The directory of `libopenvino_c.so.*`.
    package var libraryDirectory: URL
    package var detection: URL
    package var recognition: URL
    package var inference = Inference()

    /// Files in the given directories.
    ///
    /// - Parameters:
    ///   - libraryDirectory: the directory of the OpenVINO runtime.
    ///   - modelDirectory: the directory of both models.
    package init(libraryDirectory: URL, modelDirectory: URL) {
        self.libraryDirectory = libraryDirectory
        detection = modelDirectory.appending(component: "PP-OCRv6_det_small.onnx")
        recognition = modelDirectory.appending(component: "PP-OCRv6_rec_small.onnx")
    }

    /// The processor's name as spelled by `deploy/models` in `openvino/<arch>`.
    package static var architecture: String {
        #if arch(arm64)
            "aarch64"
        #else
            "x86_64"
        #endif
    }

    /// Checks that both models are those used for all measurements, unless others are accepted.
    ///
    /// - Throws: `RecognitionError` with `modelMissing`, naming the file.
    package func verify() throws(RecognitionError) {
        if inference.takesOtherModels { return }
        for (file, digest) in [(detection, Self.detectionDigest), (recognition, Self.recognitionDigest)] {
            guard let bytes = try? Data(contentsOf: file, options: .alwaysMapped) else {
                throw RecognitionError(.modelMissing, "\(file.path) is missing; deploy/models fetches it")
            }
            let found = SHA256.hash(data: bytes).hexadecimal
            guard found == digest else {
                throw RecognitionError(
                    .modelMissing, "\(file.path) is damaged (another SHA-256); deploy/models replaces it")
            }
        }
    }
}
