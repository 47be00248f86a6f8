/// A currency by its ISO 4217 code.
package struct Currency: Sendable, Hashable {
    /// Three capital letters, for example CAD.
    package let code: String

    /// Nil unless the code is three capital letters; whether the code is assigned is not checked.
    package init?(_ code: String) {
        guard code.utf8.count == 3, code.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
        else { return nil }
        self.code = code
    }

    private init(known code: String) {
        self.code = code
    }

    /// Canadian dollar.
    package static let cad = Currency(known: "CAD")
    /// Euro.
    package static let eur = Currency(known: "EUR")
    /// United States dollar.
    package static let usd = Currency(known: "USD")

    /// Digits behind the decimal point: the minor units of ISO 4217's table (edition 2015 with its amendments).
    package var minorDigits: Int {
        if Self.withoutMinorUnits.contains(code) { return 0 }
        return Self.withThreeDigits.contains(code) ? 3 : 2
    }

    private static let withoutMinorUnits: Set = [
        "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV", "XAF", "XOF",
        "XPF",
    ]
    private static let withThreeDigits: Set = ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]
}

extension Currency: Codable, CustomStringConvertible {
    package var description: String { code }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let currency = Currency(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an ISO 4217 code")
        }
        self = currency
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(code)
    }
}
