/// A problem in the format that clients receive: `application/problem+json` (RFC 9457).
///
/// Its content may be shown to the requesting person and stored in events; it contains nothing about other people or
/// internals.
package struct ProblemDetails: Error, Codable, Sendable, Hashable {
    /// The fault of one field of the request's body or of one query parameter.
    package struct FieldProblem: Codable, Sendable, Hashable {
        /// JSON Pointer (RFC 6901) into the body, for example `/allergens/3`.
        package let pointer: String?
        /// Name of the query parameter.
        package let parameter: String?
        /// The fault.
        package let fault: FieldFault

        package var code: FieldCode { fault.code }
        /// The fault in English.
        package var detail: String { fault.detail }

        /// A problem of the field at a JSON Pointer.
        package init(pointer: String, _ fault: FieldFault) {
            self.pointer = pointer
            parameter = nil
            self.fault = fault
        }

        /// A problem of the query parameter with this name.
        package init(parameter: String, _ fault: FieldFault) {
            pointer = nil
            self.parameter = parameter
            self.fault = fault
        }

        private enum CodingKeys: CodingKey {
            case pointer, parameter, code, values, detail
        }

        /// A missing code, or one of a newer version, becomes `invalid`.
        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            pointer = try container.decodeIfPresent(String.self, forKey: .pointer)
            parameter = try container.decodeIfPresent(String.self, forKey: .parameter)
            let code = try container.decodeIfPresent(String.self, forKey: .code).flatMap(FieldCode.init)
            fault = FieldFault(
                code ?? .invalid, try container.decode(String.self, forKey: .detail),
                try container.decodeIfPresent([String: FieldFault.Value].self, forKey: .values) ?? [:])
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encodeIfPresent(pointer, forKey: .pointer)
            try container.encodeIfPresent(parameter, forKey: .parameter)
            try container.encode(fault.code, forKey: .code)
            if !fault.values.isEmpty { try container.encode(fault.values, forKey: .values) }
            try container.encode(fault.detail, forKey: .detail)
        }
    }

    /// The value of an extension member.
    package enum Extension: Codable, Sendable, Hashable {
        case string(String)
        case integer(Int64)
        case boolean(Bool)
        case strings([String])
    }

    /// URI reference of the problem type, relative to the origin of the API.
    package let type: String
    /// Short summary of the kind; English until it is translated for the client.
    package var title: String
    /// HTTP status; the member `status`.
    package let statusCode: Int
    /// A description of this occurrence that is safe to show.
    package var detail: String?
    /// Key of the sentence in `detail`, for translation; not part of the response.
    package var reason: String?
    /// Correlation id of this occurrence.
    package var instance: String?
    /// One entry per invalid field.
    package var errors: [FieldProblem]?
    /// Extension members.
    package var extensions: [String: Extension]

    /// A problem of a known kind.
    ///
    /// - Parameters:
    ///   - kind: Determines type, title and status.
    ///   - detail: A description of this occurrence that is safe to show.
    ///   - errors: One entry per invalid field.
    ///   - extensions: Further members; names of standard members are ignored.
    ///   - instance: Correlation id; nil uses that of the running task.
    package init(
        _ kind: ProblemKind, detail: String? = nil, errors: [FieldProblem]? = nil,
        extensions: [String: Extension] = [:], instance: String? = nil
    ) {
        self.type = kind.path
        self.title = kind.title
        self.statusCode = kind.statusCode
        self.detail = detail
        self.errors = errors
        self.extensions = extensions.filter { Member(stringValue: $0.key).isExtension }
        self.instance = instance ?? TraceContext.current?.correlationIDText
    }

    /// The kind; nil for a problem from a newer version of the software.
    package var kind: ProblemKind? { ProblemKind(type: type) }
}

extension ProblemDetails: CustomStringConvertible {
    /// Kind and status only, since the details may contain text that a person sent.
    package var description: String { "problem \(type.split(separator: "/").last ?? "unknown") (\(statusCode))" }
}

extension ProblemDetails {
    private struct Member: CodingKey, Hashable {
        static let type = Member(stringValue: "type")
        static let title = Member(stringValue: "title")
        static let status = Member(stringValue: "status")
        static let detail = Member(stringValue: "detail")
        static let instance = Member(stringValue: "instance")
        static let errors = Member(stringValue: "errors")
        static let standard: Set<Member> = [type, title, status, detail, instance, errors]

        let stringValue: String
        var intValue: Int? { nil }
        var isExtension: Bool { !Self.standard.contains(self) }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) {
            nil
        }
    }

    /// Decodes the standard members and all extension members whose value fits `Extension`.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Member.self)
        type = try container.decode(String.self, forKey: .type)
        title = try container.decode(String.self, forKey: .title)
        statusCode = try container.decode(Int.self, forKey: .status)
        detail = try container.decodeIfPresent(String.self, forKey: .detail)
        instance = try container.decodeIfPresent(String.self, forKey: .instance)
        errors = try container.decodeIfPresent([FieldProblem].self, forKey: .errors)
        extensions = [:]
        for key in container.allKeys where key.isExtension {
            extensions[key.stringValue] = try? container.decode(Extension.self, forKey: key)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Member.self)
        try container.encode(type, forKey: .type)
        try container.encode(title, forKey: .title)
        try container.encode(statusCode, forKey: .status)
        try container.encodeIfPresent(detail, forKey: .detail)
        try container.encodeIfPresent(instance, forKey: .instance)
        try container.encodeIfPresent(errors, forKey: .errors)
        for (name, value) in extensions {
            try container.encode(value, forKey: Member(stringValue: name))
        }
    }
}

extension ProblemDetails.Extension {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode([String].self) {
            self = .strings(value)
        } else {
            self = .string(try container.decode(String.self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .string(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .boolean(let value): try container.encode(value)
        case .strings(let value): try container.encode(value)
        }
    }
}
