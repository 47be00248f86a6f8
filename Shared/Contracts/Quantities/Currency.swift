/// A currency by its ISO 4217 code.
package struct Currency: Sendable, Hashable {
    /// Three capital letters, for example CAD.
    package let code: String

    /// Nil unless the code is one of ISO 4217 for money in circulation.
    package init?(_ code: String) {
        guard Self.current.contains(code) || Self.withdrawn.contains(code) else { return nil }
        self.code = code
    }

    /// Accepts any stored code of three capital letters, even one that ISO 4217 does not list, since records made
    /// before codes were checked must stay readable.
    package init?(stored code: String) {
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

    /// Digits after the decimal point: the minor units of ISO 4217's table (edition 2015 with its amendments).
    package var minorDigits: Int {
        if Self.withoutMinorUnits.contains(code) { return 0 }
        return Self.withThreeDigits.contains(code) ? 3 : 2
    }

    /// ISO 4217, list one, as of 2026, without funds, metals, units of account and test codes.
    private static let current: Set = [
        "AED", "AFN", "ALL", "AMD", "AOA", "ARS", "AUD", "AWG", "AZN", "BAM", "BBD", "BDT", "BHD", "BIF", "BMD",
        "BND", "BOB", "BRL", "BSD", "BTN", "BWP", "BYN", "BZD", "CAD", "CDF", "CHF", "CLP", "CNY", "COP", "CRC",
        "CUP", "CVE", "CZK", "DJF", "DKK", "DOP", "DZD", "EGP", "ERN", "ETB", "EUR", "FJD", "FKP", "GBP", "GEL",
        "GHS", "GIP", "GMD", "GNF", "GTQ", "GYD", "HKD", "HNL", "HTG", "HUF", "IDR", "ILS", "INR", "IQD", "IRR",
        "ISK", "JMD", "JOD", "JPY", "KES", "KGS", "KHR", "KMF", "KPW", "KRW", "KWD", "KYD", "KZT", "LAK", "LBP",
        "LKR", "LRD", "LSL", "LYD", "MAD", "MDL", "MGA", "MKD", "MMK", "MNT", "MOP", "MRU", "MUR", "MVR", "MWK",
        "MXN", "MYR", "MZN", "NAD", "NGN", "NIO", "NOK", "NPR", "NZD", "OMR", "PAB", "PEN", "PGK", "PHP", "PKR",
        "PLN", "PYG", "QAR", "RON", "RSD", "RUB", "RWF", "SAR", "SBD", "SCR", "SDG", "SEK", "SGD", "SHP", "SLE",
        "SOS", "SRD", "SSP", "STN", "SVC", "SYP", "SZL", "THB", "TJS", "TMT", "TND", "TOP", "TRY", "TTD", "TWD",
        "TZS", "UAH", "UGX", "USD", "UYU", "UZS", "VED", "VES", "VND", "VUV", "WST", "XAF", "XCD", "XCG", "XOF", "XPF",
        "YER", "ZAR", "ZMW", "ZWG",
    ]

    /// ISO 4217, list three: codes withdrawn since 2015, which imported purchases may still have.
    private static let withdrawn: Set = [
        "ANG", "BGN", "BYR", "CUC", "HRK", "LTL", "MRO", "SLL", "STD", "VEF", "ZWL",
    ]

    private static let withoutMinorUnits: Set = [
        "BIF", "BYR", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV", "XAF",
        "XOF",
        "XPF",
    ]
    private static let withThreeDigits: Set = ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]
}

extension Currency: Codable, CustomStringConvertible {
    package var description: String { code }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let currency = Currency(stored: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a currency code")
        }
        self = currency
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(code)
    }
}
