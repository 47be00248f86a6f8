import EventContracts
import ServiceRuntime

extension BodyFields {
    /// The consents in an object.
    package mutating func purposes(_ name: String) -> [ConsentPurpose: Bool] {
        guard let value = member(name) else { return [:] }
        guard case .object(let members) = value else {
            report(name, .notAnObject)
            return [:]
        }
        var purposes: [ConsentPurpose: Bool] = [:]
        for member in members {
            let pointer = JSONPointer.root.member(name).member(member.name)
            guard let purpose = ConsentPurpose(rawValue: member.name) else {
                report(pointer, .init(.unknownField, "is not a known purpose"))
                continue
            }
            guard case .bool(let allowed) = member.value else {
                report(pointer, .notABoolean)
                continue
            }
            purposes[purpose] = allowed
        }
        return purposes
    }
}
