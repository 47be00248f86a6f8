import Foundation

/// An instant as `timestamptz`, to the microsecond; `infinity` reads as the distant future, `-infinity` as the past.
extension Date: PostgresEncodable, PostgresDecodable {
    package static var postgresType: PostgresType { .timestamptz }

    /// 2000-01-01T00:00:00Z, from which PostgreSQL counts, in seconds since 1970.
    private static let postgresEpoch: Double = 946_684_800
    private static let microseconds: Double = 1_000_000
    /// PostgreSQL's range of instants, from 4713 BC to 294276 AD, in microseconds since its epoch (`MIN_TIMESTAMP`,
    /// `END_TIMESTAMP`).
    private static let range: Range<Double> = -211_813_488_000_000_000..<9_223_371_331_200_000_000

    package func encode(into bytes: inout [UInt8]) {
        let value = ((timeIntervalSince1970 - Self.postgresEpoch) * Self.microseconds).rounded()
        if Self.range.contains(value) {
            Int64(value).appendBigEndian(to: &bytes)
        } else {
            (value < 0 ? Int64.min : Int64.max).appendBigEndian(to: &bytes)
        }
    }

    package init(postgres bytes: ArraySlice<UInt8>, type: PostgresType) throws(PostgresError) {
        guard type == .timestamptz, let value = Int64(bigEndian: bytes) else {
            throw .undecodable(type, as: Self.self)
        }
        switch value {
        case .max: self = .distantFuture
        case .min: self = .distantPast
        default: self.init(timeIntervalSince1970: Double(value) / Self.microseconds + Self.postgresEpoch)
        }
    }
}
