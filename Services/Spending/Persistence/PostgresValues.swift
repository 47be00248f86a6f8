import EventContracts
import Postgres
import Quantities

extension ReceiptSource: PostgresEncodable, PostgresDecodable {}
extension LabelRead.Outcome: PostgresEncodable, PostgresDecodable {}

/// The database contains an invalid calendar day.
struct UnknownStoredDay: Error, Sendable {}

extension CalendarDay {
    /// A day from its text.
    ///
    /// - Throws: `UnknownStoredDay`.
    init(stored text: String) throws(UnknownStoredDay) {
        guard let day = CalendarDay(text) else { throw UnknownStoredDay() }
        self = day
    }
}
