import Foundation

/// What a chat-completions server is sent: a task in words, a photo, and what the answer must look like.
struct ChatRequest: Sendable {
    /// How the form of the answer is asked for; not every server knows every way.
    enum Rung: Int, Sendable, CaseIterable, Comparable {
        /// By a schema that the server holds the model to.
        case jsonSchema
        /// By asking for JSON, with the schema in words.
        case jsonObject
        /// In words alone; the answer is looked for in the text.
        case plain

        static func < (left: Rung, right: Rung) -> Bool { left.rawValue < right.rawValue }

        var next: Rung? { Rung(rawValue: rawValue + 1) }
    }

    let model: String
    /// What the model is, and what it never does.
    let system: String
    let task: String
    /// A JPEG.
    let photo: [UInt8]
    /// A JSON schema.
    let schema: String

    /// Tokens of the longest answer: thirty foods need about a thousand.
    private static let mostTokens = 1_500

    /// The body as JSON.
    func body(_ rung: Rung) -> [UInt8] {
        let words = rung == .jsonSchema ? task : "\(task)\nAnswer with one JSON object of this schema:\n\(schema)"
        let photo = Data(photo).base64EncodedString()
        let format =
            switch rung {
            case .jsonSchema:
                #","response_format":{"type":"json_schema","json_schema":{"name":"meal","strict":true,"schema":\#(schema)}}"#
            case .jsonObject: #","response_format":{"type":"json_object"}"#
            case .plain: ""
            }
        let messages = """
            [{"role":"system","content":\(Self.json(system))},{"role":"user","content":[\
            {"type":"text","text":\(Self.json(words))},{"type":"image_url","image_url":{\
            "url":"data:image/jpeg;base64,\(photo)","detail":"high"}}]}]
            """
        return Array(
            """
            {"model":\(Self.json(model)),"temperature":0,"max_tokens":\(Self.mostTokens),"messages":\(messages)\(format)}
            """.utf8)
    }

    /// A text as JSON writes it.
    private static func json(_ text: String) -> String {
        // A text is always JSON.
        (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }
}

/// What a chat-completions server answered, as far as it matters.
struct ChatAnswer: Decodable, Sendable {
    private struct Choice: Decodable, Sendable {
        struct Message: Decodable, Sendable { let content: String? }
        let message: Message
    }

    private let choices: [Choice]

    /// What the model wrote; nil when it wrote nothing, or the body is none of an answer.
    static func text(in body: [UInt8]) -> String? {
        let answer = try? JSONDecoder().decode(ChatAnswer.self, from: Data(body))
        return answer?.choices.first?.message.content
    }
}
