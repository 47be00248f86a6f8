import Crypto
import Foundation
import Hexadecimal

/// An open vocabulary in a directory, as `deploy/models open-vocabulary` writes it.
///
/// Its image tower averages the colors of a picture: red, green, blue and zero.
struct VocabularyFolder {
    var names = [
        "en\ttomato\tsr28-11529", "fr\ttomate\tsr28-11529", "en\tlettuce\tsr28-11252", "en\tblueberry pie\t",
        "en\tfruit salad\t",
    ]
    /// The names' embeddings, in bits of half precision: 1 is 0x3C00, and 0x389E is the root of a third.
    var embeddings: [[UInt16]] = [
        [0x3C00, 0, 0, 0], [0x3C00, 0, 0, 0], [0, 0x3C00, 0, 0], [0, 0, 0x3C00, 0], [0x389E, 0x389E, 0x389E, 0],
    ]
    var header = "language\tname\tfood"
    /// Number of the image tower's outputs.
    var outputs = 4
    /// Values of the manifest that replace the right ones.
    var manifest: [String: Any] = [:]

    static let files = ["embeddings.f16", "image.bin", "image.xml", "names.tsv"]

    /// Writes all files.
    func write(to place: URL) throws {
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let table = ([header] + names).joined(separator: "\n") + "\n"
        let contents = [Self.bytes(embeddings.flatMap(\.self)), weights, Data(tower.utf8), Data(table.utf8)]
        var digests: [String: String] = [:]
        for (file, content) in zip(Self.files, contents) {
            try content.write(to: place.appending(component: file))
            digests[file] = SHA256.hash(data: content).hexadecimal
        }
        var values: [String: Any] = [
            "version": 1, "model": "colors (test)", "license": "none", "sources": ["a": "b"], "dimensions": 4,
            "names": 5, "languages": ["en", "fr"], "files": digests,
            "image": ["side": 32, "interpolation": "bicubic", "resizeMode": "squash", "largestDifference": 0]
                as [String: Any],
            "calibration": ["temperature": 0.01, "bias": NSNull(), "origin": "the model's own"] as [String: Any],
        ]
        values.merge(manifest) { $1 }
        try JSONSerialization.data(withJSONObject: values).write(to: place.appending(component: "manifest.json"))
    }

    private static func bytes(_ values: [some FixedWidthInteger]) -> Data {
        var data = Data()
        for value in values { withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) } }
        return data
    }

    /// The axes of the average, then a matrix with ones on its diagonal.
    private var weights: Data {
        let matrix = (0..<3).flatMap { row in (0..<outputs).map { Float(row == $0 ? 1 : 0).bitPattern } }
        return Self.bytes([2, 3] as [Int64]) + Self.bytes(matrix)
    }

    /// OpenVINO IR: ReduceMean over height and width, then MatMul.
    private var tower: String {
        """
        <?xml version="1.0"?>
        <net name="colors" version="11">
        <layers>
        <layer id="0" name="image" type="Parameter" version="opset1">
        <data shape="1,3,32,32" element_type="f32"/>
        <output>\(port(0, "FP32", [1, 3, 32, 32], " names=\"image\""))</output>
        </layer>
        <layer id="1" name="axes" type="Const" version="opset1">
        <data element_type="i64" shape="2" offset="0" size="16"/>
        <output>\(port(0, "I64", [2]))</output>
        </layer>
        <layer id="2" name="mean" type="ReduceMean" version="opset1">
        <data keep_dims="false"/>
        <input>\(port(0, "FP32", [1, 3, 32, 32]))\(port(1, "I64", [2]))</input>
        <output>\(port(2, "FP32", [1, 3]))</output>
        </layer>
        <layer id="3" name="weights" type="Const" version="opset1">
        <data element_type="f32" shape="3, \(outputs)" offset="16" size="\(12 * outputs)"/>
        <output>\(port(0, "FP32", [3, outputs]))</output>
        </layer>
        <layer id="4" name="product" type="MatMul" version="opset1">
        <data transpose_a="false" transpose_b="false"/>
        <input>\(port(0, "FP32", [1, 3]))\(port(1, "FP32", [3, outputs]))</input>
        <output>\(port(2, "FP32", [1, outputs], " names=\"embedding\""))</output>
        </layer>
        <layer id="5" name="result" type="Result" version="opset1">
        <input>\(port(0, "FP32", [1, outputs]))</input>
        </layer>
        </layers>
        <edges>
        <edge from-layer="0" from-port="0" to-layer="2" to-port="0"/>
        <edge from-layer="1" from-port="0" to-layer="2" to-port="1"/>
        <edge from-layer="2" from-port="2" to-layer="4" to-port="0"/>
        <edge from-layer="3" from-port="0" to-layer="4" to-port="1"/>
        <edge from-layer="4" from-port="2" to-layer="5" to-port="0"/>
        </edges>
        </net>
        """
    }

    private func port(_ id: Int, _ precision: String, _ sides: [Int], _ names: String = "") -> String {
        "<port id=\"\(id)\" precision=\"\(precision)\"\(names)>"
            + sides.map { "<dim>\($0)</dim>" }.joined() + "</port>"
    }
}
