/// Writes the members of an object.
struct JSONObject<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let value: OpenJSONValue
    var codingPath: [any CodingKey] { [] }
    private var output: JSONOutput { value.output }

    init(value: OpenJSONValue) {
        self.value = value
    }

    func encodeNil(forKey key: Key) {
        value.beginMember(key.stringValue)
        output.writeNull()
    }

    func encode(_ member: Bool, forKey key: Key) {
        value.beginMember(key.stringValue)
        output.write(member)
    }

    func encode(_ member: String, forKey key: Key) {
        value.beginMember(key.stringValue)
        output.write(member)
    }

    func encode(_ member: Double, forKey key: Key) throws {
        value.beginMember(key.stringValue)
        try output.write(member)
    }

    func encode(_ member: Float, forKey key: Key) throws {
        value.beginMember(key.stringValue)
        try output.write(member)
    }

    func encode(_ member: Int, forKey key: Key) { encode(integer: member, key) }
    func encode(_ member: Int8, forKey key: Key) { encode(integer: member, key) }
    func encode(_ member: Int16, forKey key: Key) { encode(integer: member, key) }
    func encode(_ member: Int32, forKey key: Key) { encode(integer: member, key) }
    func encode(_ member: Int64, forKey key: Key) { encode(integer: member, key) }
    func encode(_ member: UInt, forKey key: Key) { encode(integer: member, key) }
    func encode(_ member: UInt8, forKey key: Key) { encode(integer: member, key) }
    func encode(_ member: UInt16, forKey key: Key) { encode(integer: member, key) }
    func encode(_ member: UInt32, forKey key: Key) { encode(integer: member, key) }
    func encode(_ member: UInt64, forKey key: Key) { encode(integer: member, key) }

    private func encode(integer: some BinaryInteger, _ key: Key) {
        value.beginMember(key.stringValue)
        output.write(integer)
    }

    func encode<Member: Encodable>(_ member: Member, forKey key: Key) throws {
        value.beginMember(key.stringValue)
        try output.encode(member)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        value.beginMember(key.stringValue)
        return value.beginLater().container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        value.beginMember(key.stringValue)
        return value.beginLater().unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        value.beginMember("super")
        return value.beginLater()
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        value.beginMember(key.stringValue)
        return value.beginLater()
    }
}

/// Writes the elements of an array.
struct JSONArray: UnkeyedEncodingContainer {
    let value: OpenJSONValue
    var codingPath: [any CodingKey] { [] }
    var count: Int { value.elements }

    func encodeNil() {
        value.beginElement()
        value.output.writeNull()
    }

    func encode<Element: Encodable>(_ element: Element) throws {
        value.beginElement()
        try value.output.encode(element)
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        value.beginElement()
        return value.beginLater().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        value.beginElement()
        return value.beginLater().unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        value.beginElement()
        return value.beginLater()
    }
}

/// Writes a value that is neither an object nor an array.
struct JSONScalar: SingleValueEncodingContainer {
    let value: OpenJSONValue
    var codingPath: [any CodingKey] { [] }
    private var output: JSONOutput {
        value.beginScalar()
        return value.output
    }

    init(value: OpenJSONValue) {
        self.value = value
    }

    func encodeNil() { output.writeNull() }
    func encode(_ scalar: Bool) { output.write(scalar) }
    func encode(_ scalar: String) { output.write(scalar) }
    func encode(_ scalar: Double) throws { try output.write(scalar) }
    func encode(_ scalar: Float) throws { try output.write(scalar) }
    func encode(_ scalar: Int) { output.write(scalar) }
    func encode(_ scalar: Int8) { output.write(scalar) }
    func encode(_ scalar: Int16) { output.write(scalar) }
    func encode(_ scalar: Int32) { output.write(scalar) }
    func encode(_ scalar: Int64) { output.write(scalar) }
    func encode(_ scalar: UInt) { output.write(scalar) }
    func encode(_ scalar: UInt8) { output.write(scalar) }
    func encode(_ scalar: UInt16) { output.write(scalar) }
    func encode(_ scalar: UInt32) { output.write(scalar) }
    func encode(_ scalar: UInt64) { output.write(scalar) }
    func encode<Scalar: Encodable>(_ scalar: Scalar) throws { try output.encode(scalar) }
}
