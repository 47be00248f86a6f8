import ServiceRuntime

extension EnvironmentFormat<[AddressRange]> {
    /// Ranges of addresses such as `10.0.0.0/8`, separated by commas.
    package static var addressRanges: Self {
        Self("ranges of addresses such as 10.0.0.0/8, commas between", placeholder: []) { _, text in
            let ranges = text.split(separator: ",").map { AddressRange($0.filter { !$0.isWhitespace }) }
            return ranges.contains { $0 == nil } ? nil : ranges.compactMap(\.self)
        }
    }
}
