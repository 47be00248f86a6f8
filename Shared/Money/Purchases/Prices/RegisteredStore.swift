import EventContracts

/// A shop in an open register, with the ids that receipts may use for it (C23).
package struct RegisteredStore: Sendable, Equatable {
    package let ids: Set<StoreID>
    package let name: String
    /// The shop's place, to about a kilometer, like all stored places.
    package let place: CoarsePlace

    /// The fault of a row that describes no shop.
    package enum Fault: String, Error, Sendable {
        case noName, noPlace
        /// Neither a number nor an address is given, so no receipt can identify the shop.
        case notIdentified
    }

    /// Maximum length of a name, in Unicode scalars.
    static let maxNameLength = 120

    /// The columns of a file: OpenStreetMap's tags, as its export tools write them.
    package enum Column: String, Sendable, CaseIterable {
        case name, brand, ref, latitude = "@lat", longitude = "@lon"
        case houseNumber = "addr:housenumber", street = "addr:street", city = "addr:city"
        case province = "addr:province", state = "addr:state", postcode = "addr:postcode"
    }

    /// Creates a shop from the fields of a row.
    ///
    /// Receipts identify a shop by its number, or by its address, with or without the town.
    package init(_ fields: [Column: String]) throws(Fault) {
        func field(_ column: Column) -> String? {
            fields[column].flatMap { $0.allSatisfy(\.isWhitespace) ? nil : String($0.prefix(Self.maxNameLength)) }
        }
        let merchants = [field(.brand), field(.name)].compactMap(\.self)
        guard let name = merchants.first else { throw .noName }
        guard let latitude = field(.latitude).flatMap(Double.init),
            let longitude = field(.longitude).flatMap(Double.init),
            let place = CoarsePlace(latitude: latitude, longitude: longitude)
        else { throw .noPlace }
        var stores: [ReceiptStore] = []
        if let number = field(.ref) { stores.append(ReceiptStore(number: number)) }
        if let street = field(.street), let house = field(.houseNumber) {
            let region = field(.province) ?? field(.state)
            let town = [field(.city), region, field(.postcode)].compactMap(\.self).joined(separator: " ")
            let row = "\(house) \(street)"
            stores += [row, "\(row), \(town)", [row, field(.city)].compactMap(\.self).joined(separator: ", ")]
                .map { ReceiptStore(address: $0) }
        }
        guard let first = stores.first else { throw .notIdentified }
        var ids: Set<StoreID> = []
        for merchant in merchants {
            for store in stores {
                var record = ReceiptRecord()
                record.merchant = ReceiptField(merchant, .imported)
                record.store = store
                if let id = record.storeID { ids.insert(id) }
            }
        }
        guard !ids.isEmpty else { throw .noName }
        self.ids = ids
        self.name = [name, first.number.map { "#\($0)" } ?? first.address].compactMap(\.self).joined(separator: " ")
        self.place = place
    }

    /// The shops of a file, and the numbers of the lines that describe none.
    ///
    /// - Parameter text: Comma-separated values with a heading.
    /// - Returns: nil if the heading has no place or no name.
    package static func stores(
        in text: String
    ) -> (stores: [RegisteredStore], faults: [(line: Int, fault: Fault)])? {
        var rows = CSVRows.rows(text)[...]
        guard let heading = rows.popFirst() else { return nil }
        var places: [Column: Int] = [:]
        for (place, title) in heading.fields.enumerated() {
            if let column = Column(rawValue: title.lowercased().filter { !$0.isWhitespace }) { places[column] = place }
        }
        guard places[.latitude] != nil, places[.longitude] != nil, places[.name] ?? places[.brand] != nil else {
            return nil
        }
        var stores: [RegisteredStore] = [], faults: [(line: Int, fault: Fault)] = []
        for row in rows {
            let fields = places.compactMapValues { row.fields.indices.contains($0) ? row.fields[$0] : nil }
            do {
                stores.append(try RegisteredStore(fields))
            } catch {
                faults.append((row.line, error))
            }
        }
        return (stores, faults)
    }
}
