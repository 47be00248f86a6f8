import Foundation

/// Maps Unicode's compatibility characters for old encodings and mathematics to ordinary ones.
///
/// Text copied from PDF files contains "⼤⾖" with radicals instead of "大豆".
enum CompatibleForms {
    /// The ordinary character; every other scalar stays as it is.
    static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard scalar.value >= 0x2080 else { return scalar }
        return table[scalar.value] ?? scalar
    }

    /// Subscripts, letter-like signs, circled letters, radicals, compatibility ideographs, mathematical letters.
    private static let ranges: [ClosedRange<UInt32>] = [
        0x2080...0x2089, 0x2100...0x214F, 0x24B6...0x24E9, 0x2F00...0x2FD5, 0xF900...0xFAFF, 0x1D400...0x1D7FF,
        0x1F130...0x1F149, 0x2F800...0x2FA1D,
    ]

    private static let table: [UInt32: Unicode.Scalar] = {
        var table = radicals
        for range in ranges {
            for value in range {
                guard let scalar = Unicode.Scalar(value) else { continue }
                let plain = String(scalar).decomposedStringWithCompatibilityMapping.unicodeScalars
                if plain.count == 1, let first = plain.first, first != scalar { table[value] = first }
            }
        }
        return table
    }()

    /// Radicals that Unicode gives no ordinary form; compiled for this project.
    private static let radicals: [UInt32: Unicode.Scalar] = [
        0x2E85: "亻", 0x2E88: "刀", 0x2E8A: "卜", 0x2E8C: "小", 0x2E8D: "小", 0x2E92: "巳", 0x2E93: "幺", 0x2E95: "彐",
        0x2E9B: "旡", 0x2E9C: "日", 0x2E9D: "月", 0x2E9F: "母", 0x2EA0: "民", 0x2EA2: "水", 0x2EA5: "爪", 0x2EA7: "牛",
        0x2EA9: "王", 0x2EAA: "疋", 0x2EAB: "目", 0x2EAC: "示", 0x2EAE: "竹", 0x2EAF: "糸", 0x2EB1: "网", 0x2EB7: "羊",
        0x2EB8: "羊", 0x2EB9: "老", 0x2EBB: "聿", 0x2EBC: "肉", 0x2EBD: "臼", 0x2EC1: "虎", 0x2EC4: "西", 0x2EC5: "见",
        0x2EC6: "角", 0x2EC8: "讠", 0x2EC9: "贝", 0x2ECA: "足", 0x2ECB: "车", 0x2ED1: "長", 0x2ED2: "長", 0x2ED3: "长",
        0x2ED4: "门", 0x2ED7: "雨", 0x2ED8: "青", 0x2ED9: "韦", 0x2EDA: "页", 0x2EDB: "风", 0x2EDC: "飞", 0x2EDD: "食",
        0x2EDE: "食", 0x2EE1: "首", 0x2EE2: "马", 0x2EE3: "骨", 0x2EE4: "鬼", 0x2EE5: "鱼", 0x2EE6: "鸟", 0x2EE7: "卤",
        0x2EE8: "麦", 0x2EE9: "黄", 0x2EEA: "黾", 0x2EEB: "斉", 0x2EEC: "齐", 0x2EED: "歯", 0x2EEE: "齿", 0x2EEF: "竜",
        0x2EF0: "龙", 0x2EF1: "龜", 0x2EF2: "亀", 0x2EF3: "龟",
    ]
}
