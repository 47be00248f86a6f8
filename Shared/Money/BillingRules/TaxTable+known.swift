import Quantities

extension TaxTable {
    /// Canadian authorities that tax online sales: the federal one, and those of provinces with their own tax.
    package static let canada: Set = ["CA", "CA-BC", "CA-MB", "CA-QC", "CA-SK"]

    /// Provinces and territories of Canada, states of the United States and the District of Columbia, as in ISO 3166-2.
    package static let knownRegions = Set(
        "AB BC MB NB NL NS NT NU ON PE QC SK YT".split(separator: " ").map { "CA-\($0)" }
            + """
            AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND \
            OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY
            """.split(separator: " ").map { "US-\($0)" })

    /// All known taxes, with their sources.
    ///
    /// Canada: Canada Revenue Agency, "GST/HST calculator (and rates)", table "GST/HST rates by province"; Nova Scotia:
    /// the same page, 14 % from 2025-04-01. Taxation of software that is used over the internet: British Columbia, PST
    /// Bulletin 105 (June 2025); Manitoba, Bulletin 033 and Bill 46, from 2026-01-01; Saskatchewan, PST Bulletin 7;
    /// Quebec, QST as the GST.
    ///
    /// United States: rates of the state alone (2025), where a service like this one is taxed for consumers; Texas
    /// taxes 80 %. None of them is collected before the seller registers there, and then the rules must be checked
    /// again.
    package static let knownRules: [TaxRule] =
        ["AB", "BC", "MB", "NT", "NU", "QC", "SK", "YT"].map { TaxRule("CA-\($0)", "GST", "CA", 5_000) }
        + [("NB", 15_000), ("NL", 15_000), ("ON", 13_000), ("PE", 15_000)].map {
            TaxRule("CA-\($0.0)", "HST", "CA", $0.1)
        }
        + [
            TaxRule("CA-NS", "HST", "CA", 15_000),
            TaxRule("CA-NS", "HST", "CA", 14_000, from: day(2025, 4, 1)),
            TaxRule("CA-QC", "QST", "CA-QC", 9_975),
            TaxRule("CA-BC", "PST", "CA-BC", 7_000),
            TaxRule("CA-SK", "PST", "CA-SK", 6_000),
            TaxRule("CA-MB", "RST", "CA-MB", 7_000, from: day(2026, 1, 1)),
            TaxRule("US-TX", "Sales tax", "US-TX", 6_250, taxedShare: 80),
        ]
        + [
            ("AZ", 5_600), ("CT", 6_350), ("HI", 4_000), ("MA", 6_250), ("NY", 4_000), ("PA", 6_000), ("RI", 7_000),
            ("SC", 6_000), ("TN", 7_000), ("WA", 6_500), ("WV", 6_000), ("DC", 6_000),
        ].map { TaxRule("US-\($0.0)", "Sales tax", "US-\($0.0)", $0.1) }

    private static func day(_ year: Int, _ month: Int, _ day: Int) -> CalendarDay {
        CalendarDay(year: year, month: month, day: day) ?? .epoch
    }
}
