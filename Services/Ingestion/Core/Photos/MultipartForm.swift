import Foundation
import IncomingText
import ServiceRuntime

/// A body of the type `multipart/form-data` (RFC 7578): small texts, one file, and an optional binary part.
package struct MultipartForm {
    /// The head of a part and the place of its content.
    private struct Part {
        let name: String
        let mediaType: String?
        let content: Range<Int>
    }

    /// Maximum number of parts, and maximum size of a part's head and of a text, in bytes.
    private static let maxParts = 16
    private static let maxHeadLength = 4_096
    private static let maxTextLength = 4_096

    /// The boundary in a `Content-Type`; nil if it is not a form, or has none (RFC 2046 section 5.1.1).
    package static func boundary(contentType: String) -> String? {
        let parts = HeaderText.split(contentType, at: ";")
        guard parts.first?.lowercased() == "multipart/form-data" else { return nil }
        for part in parts.dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1).map(HeaderText.trim)
            guard pair.count == 2, pair[0].lowercased() == "boundary" else { continue }
            let boundary = HeaderText.unquote(pair[1])
            return (1...70).contains(boundary.utf8.count) && boundary.allSatisfy(\.isASCII) ? boundary : nil
        }
        return nil
    }

    package private(set) var texts: [(name: String, value: String)] = []
    /// The media type of the file's part.
    package private(set) var fileMediaType: String?
    /// The bytes of the optional binary part.
    package private(set) var attachment: [UInt8]?

    /// Parses a form whose file is the part `fileName`, and reduces `body` to the bytes of that file.
    ///
    /// - Parameters:
    ///   - body: The form.
    ///   - boundary: The separator of its parts.
    ///   - fileName: The part with the file.
    ///   - attachmentName: The optional binary part; nil if not allowed.
    ///   - maxAttached: Maximum bytes of that part.
    /// - Throws: `malformedRequest` if it is not a form, `invalidFields` unless there is exactly one file.
    package init(
        _ body: inout [UInt8], boundary: String, fileName: String, attachmentName: String? = nil, maxAttached: Int = 0
    ) throws(ProblemDetails) {
        var file: Range<Int>?
        for part in try Self.parts(of: body, boundary: Array("--\(boundary)".utf8)) {
            if part.name == fileName {
                guard file == nil else {
                    throw ProblemDetails(
                        .invalidFields,
                        errors: [.init(pointer: "/\(fileName)", .init(.duplicate, "must occur exactly once"))])
                }
                file = part.content
                fileMediaType = part.mediaType
            } else if part.name == attachmentName {
                guard attachment == nil, part.content.count <= maxAttached else {
                    throw ProblemDetails(
                        .invalidFields,
                        errors: [
                            .init(
                                pointer: "/\(part.name)",
                                .init(
                                    .tooLarge, "must be there once, with at most \(maxAttached) bytes",
                                    ["max": .integer(maxAttached)]))
                        ])
                }
                attachment = Array(body[part.content])
            } else {
                guard !texts.contains(where: { $0.name == part.name }),
                    let text = try? IncomingText(utf8: body[part.content], maxBytes: Self.maxTextLength)
                else { throw Self.malformed }
                texts.append((part.name, text.value))
            }
        }
        guard let file else {
            throw ProblemDetails(.invalidFields, errors: [.init(pointer: "/\(fileName)", .required)])
        }
        body.removeSubrange(file.upperBound...)
        body.removeSubrange(..<file.lowerBound)
    }

    private static var malformed: ProblemDetails {
        ProblemDetails(.malformedRequest, detail: "The body is not an acceptable form.")
    }

    /// The parts in order: each is between two delimiters, the last of which ends with two hyphens.
    private static func parts(of body: [UInt8], boundary: [UInt8]) throws(ProblemDetails) -> [Part] {
        guard body.starts(with: boundary) else { throw malformed }
        var parts: [Part] = []
        var place = boundary.count
        let delimiter = Array("\r\n".utf8) + boundary
        while true {
            if body[place...].starts(with: "--".utf8) { return parts }
            guard parts.count < maxParts, body[place...].starts(with: "\r\n".utf8) else { throw malformed }
            let headStart = place + 2
            let headLimit = min(body.count, headStart + maxHeadLength)
            guard let headEnd = find(Array("\r\n\r\n".utf8), in: body, from: place, to: headLimit),
                let end = find(delimiter, in: body, from: headEnd + 2, to: body.count)
            else { throw malformed }
            let head = headEnd >= headStart ? body[headStart..<headEnd] : []
            parts.append(try part(head: head, content: min(headEnd + 4, end)..<end))
            place = end + delimiter.count
        }
    }

    private static func part(head: ArraySlice<UInt8>, content: Range<Int>) throws(ProblemDetails) -> Part {
        guard let text = try? IncomingText(utf8: head).value else { throw malformed }
        var name: String?
        var mediaType: String?
        for line in text.split(separator: "\r\n") {
            let pair = line.split(separator: ":", maxSplits: 1).map(HeaderText.trim)
            guard pair.count == 2 else { throw malformed }
            let values = HeaderText.split(pair[1], at: ";")
            switch pair[0].lowercased() {
            case "content-disposition":
                guard values.first?.lowercased() == "form-data" else { throw malformed }
                name = values.lazy.compactMap(nameParameter).first
            case "content-type": mediaType = values.first?.lowercased()
            default: break
            }
        }
        guard let name, !name.isEmpty else { throw malformed }
        return Part(name: name, mediaType: mediaType, content: content)
    }

    private static func nameParameter(_ parameter: String) -> String? {
        let pair = parameter.split(separator: "=", maxSplits: 1).map(HeaderText.trim)
        return pair.count == 2 && pair[0].lowercased() == "name" ? HeaderText.unquote(pair[1]) : nil
    }

    /// The position of the pattern, which begins with a carriage return; takes time linear in the number of bytes
    /// searched.
    private static func find(_ pattern: [UInt8], in body: [UInt8], from start: Int, to end: Int) -> Int? {
        body.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return nil }
            var place = start
            while place + pattern.count <= end {
                guard let found = memchr(base + place, Int32(pattern[0]), end - place) else { return nil }
                place = UnsafeRawPointer(found) - base
                guard place + pattern.count <= end else { return nil }
                if memcmp(base + place, pattern, pattern.count) == 0 { return place }
                place += 1
            }
            return nil
        }
    }
}
