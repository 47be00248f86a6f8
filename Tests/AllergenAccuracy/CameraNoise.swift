/// Damages a text as a camera and text recognition would, reproducibly by the seed.
///
/// Each character is damaged with the given probability: mostly replaced by a similar one, sometimes lost, doubled,
/// split by a space, glued to its neighbour, or without its accent. The matcher does not use these tables.
package struct CameraNoise {
    private static let latin: [Character: [String]] = [
        "a": ["o", "e", "s"], "b": ["h", "6", "lo"], "c": ["e", "o", "("], "d": ["cl", "o", "a"], "e": ["c", "o", "a"],
        "f": ["t", "r"], "g": ["q", "9", "y"], "h": ["b", "n", "li"], "i": ["l", "1", "j", "t"], "j": ["i", ";"],
        "k": ["h", "lc", "x"], "l": ["1", "i", "I", "t", "|"], "m": ["rn", "nn", "in"], "n": ["ri", "u", "h", "r"],
        "o": ["0", "c", "e", "a"], "p": ["b", "n", "o"], "q": ["g", "9"], "r": ["n", "t", "f"], "s": ["5", "8", "a"],
        "t": ["f", "l", "r", "i"], "u": ["v", "n", "ii"], "v": ["u", "y"], "w": ["vv", "v"], "x": ["k", "z"],
        "y": ["v", "g"], "z": ["2", "s"],
        "A": ["4", "R"], "B": ["8", "R", "3"], "C": ["G", "O", "("], "D": ["O", "0"], "E": ["F", "B", "L"],
        "F": ["P", "E"],
        "G": ["6", "C"], "H": ["N", "M"], "I": ["l", "1", "L"], "J": ["I", "U"], "K": ["X", "R"], "L": ["I", "1", "E"],
        "M": ["N", "W", "H"], "N": ["H", "M"], "O": ["0", "Q", "D"], "P": ["F", "R"], "Q": ["O", "0"],
        "R": ["A", "P", "K"],
        "S": ["5", "8"], "T": ["I", "7"], "U": ["V", "O", "J"], "V": ["U", "Y"], "W": ["VV", "M"], "X": ["K", "Y"],
        "Y": ["V", "T"], "Z": ["2", "7"],
        ",": [".", ";", ""], ".": [",", ""], ":": [";", "."], ";": [",", ":"], "(": ["[", "c", "{"],
        ")": ["]", "}", "j"],
        "0": ["O", "o"], "1": ["l", "I"], "5": ["S"], "8": ["B"], "%": ["96", "°/o"], "-": ["", "~"],
    ]

    private static let accents: [Character: Character] = [
        "é": "e", "è": "e", "ê": "e", "ë": "e", "à": "a", "â": "a", "á": "a", "î": "i", "ï": "i", "í": "i", "ó": "o",
        "ô": "o", "ö": "o", "ú": "u", "ù": "u", "û": "u", "ü": "u", "ñ": "n", "ç": "c", "œ": "c",
    ]

    /// Characters that are printed alike, by group.
    private static let han = [
        "奶仍扔", "乳孔", "牛午", "小少", "麦表", "粉纷", "蛋蚕", "鸡鸭", "大太", "豆亘", "油抽", "酱浆", "黄寅", "花化", "生主", "芝艺",
        "麻床", "鱼渔", "虾虷", "蟹解", "坚竖", "果杲", "仁仨", "杏杳", "桃挑", "核该", "榛臻", "腰要", "白自", "清青", "酪略", "芹芥",
        "菜莱", "末未", "硫流", "酸唆", "亚业", "盐监", "糖塘", "水永", "盐盆", "味昧", "精情", "料科", "食良", "用甩", "品晶",
    ]

    private static let hanAlike: [Character: [String]] = han.reduce(into: [:]) { table, group in
        for character in group {
            table[character, default: []] += group.filter { $0 != character }.map { String($0) }
        }
    }

    private var state: UInt64

    package init(seed: UInt64) {
        state = seed &+ 0x9E37_79B9_7F4A_7C15
    }

    /// The text with about `share` of its characters damaged.
    package mutating func spoil(_ text: String, share: Double) -> String {
        var result = ""
        for character in text {
            result += chance() < share ? spoilt(character) : String(character)
        }
        return result
    }

    private mutating func spoilt(_ character: Character) -> String {
        let kind = chance()
        if let alike = Self.hanAlike[character] { return kind < 0.85 ? pick(alike) : "" }
        if character == " " || character == "\n" { return kind < 0.8 ? "" : "  " }
        if let plain = Self.accents[character], kind < 0.8 { return String(plain) }
        switch kind {
        case ..<0.72: return Self.latin[character].map { pick($0) } ?? String(character)
        case ..<0.84: return ""
        case ..<0.90: return String(character) + String(character)
        default: return String(character) + " "
        }
    }

    private mutating func pick(_ choices: [String]) -> String { choices[Int(next() % UInt64(choices.count))] }

    private mutating func chance() -> Double { Double(next() >> 11) / Double(1 << 53) }

    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
