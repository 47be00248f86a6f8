/// A JSON text that is bound as `jsonb`, without a cast.
package struct PostgresJSON: PostgresEncodable, PostgresDecodable, Equatable {
    /// The UTF-8 text.
    package let utf8: [UInt8]

    package init(utf8: [UInt8]) {
        self.utf8 = utf8
    }

    package static var postgresType: PostgresType { .jsonb }

    package func encode(into bytes: inout [UInt8]) {
        bytes.append(PostgresType.jsonbVersion)
        bytes.append(contentsOf: utf8)
    }

    package init(postgres bytes: ArraySlice<UInt8>, type: PostgresType) throws(PostgresError) {
        guard type == .jsonb || type == .json, let text = type.textBytes(of: bytes) else {
            throw .undecodable(type, as: Self.self)
        }
        utf8 = Array(text)
    }
}
