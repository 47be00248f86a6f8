import Foundation
import IncomingText

/// A request to a chat-completions server: a task, an optional photo, and the schema of the answer.
package struct ChatRequest: Sendable {
    /// How the answer's format is requested; not every server supports every method.
    package enum Rung: Int, Sendable, CaseIterable, Comparable {
        /// By a schema that the server enforces.
        case jsonSchema
        /// By requesting JSON, with the schema in the prompt.
        case jsonObject
        /// By the prompt only; the answer is searched for in the text.
        case plain

        package static func < (left: Rung, right: Rung) -> Bool { left.rawValue < right.rawValue }

        var next: Rung? { Rung(rawValue: rawValue + 1) }
    }

    private let model: String
    private let system: String
    private let task: String
    private let photo: [UInt8]?
    private let name: String
    private let schema: String
    private let maxTokens: Int

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - model: The model's name on the server.
    ///   - system: The system prompt.
    ///   - task: The question.
    ///   - photo: A JPEG, optional.
    ///   - name: The schema's name, in ASCII letters.
    ///   - schema: The JSON schema of the answer.
    ///   - maxTokens: Maximum tokens of the answer.
    package init(
        model: String, system: String, task: String, photo: [UInt8]? = nil, name: String, schema: String,
        maxTokens: Int
    ) {
        self.model = model
        self.system = system
        self.task = task
        self.photo = photo
        self.name = name
        self.schema = schema
        self.maxTokens = maxTokens
    }

    /// The request body as JSON.
    func body(_ rung: Rung) -> [UInt8] {
        let words = rung == .jsonSchema ? task : "\(task)\nAnswer with one JSON object of this schema:\n\(schema)"
        let picture =
            photo.map { photo in
                let text = Data(photo).base64EncodedString()
                return """
                    ,{"type":"image_url","image_url":{"url":"data:image/jpeg;base64,\(text)","detail":"high"}}
                    """
            } ?? ""
        let format =
            switch rung {
            case .jsonSchema:
                #"""
                ,"response_format":{"type":"json_schema","json_schema":{"name":"\#(name)","strict":true,\#
                "schema":\#(schema)}}
                """#
            case .jsonObject: #","response_format":{"type":"json_object"}"#
            case .plain: ""
            }
        let messages = """
            [{"role":"system","content":\(Self.json(system))},{"role":"user","content":[\
            {"type":"text","text":\(Self.json(words))}\(picture)]}]
            """
        return Array(
            """
            {"model":\(Self.json(model)),"temperature":0,"max_tokens":\(maxTokens),"messages":\(messages)\(format)}
            """.utf8)
    }

    /// A text as a JSON string.
    private static func json(_ text: String) -> String {
        // Encoding a string as JSON cannot fail.
        (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }
}

/// The relevant part of a chat-completions response.
struct ChatAnswer: Decodable, Sendable {
    private struct Choice: Decodable, Sendable {
        struct Message: Decodable, Sendable { let content: String? }
        let message: Message
    }

    private let choices: [Choice]

    /// The model's text; nil if empty or invalid.
    static func text(in body: [UInt8]) -> String? {
        let answer = try? JSONDecoder().decode(ChatAnswer.self, from: Data(body))
        return answer?.choices.first?.message.content.map { IncomingText(cleaning: $0).value }
    }
}
