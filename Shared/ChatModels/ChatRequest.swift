import Foundation
import IncomingText

/// What a chat-completions server is sent: a task in words, a photo where there is one, and what the answer must look like.
package struct ChatRequest: Sendable {
    /// How the form of the answer is asked for; not every server knows every way.
    package enum Rung: Int, Sendable, CaseIterable, Comparable {
        /// By a schema that the server holds the model to.
        case jsonSchema
        /// By asking for JSON, with the schema in words.
        case jsonObject
        /// In words alone; the answer is looked for in the text.
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
    private let mostTokens: Int

    /// A request.
    ///
    /// - Parameters:
    ///   - model: The model's name there.
    ///   - system: What the model is, and what it never does.
    ///   - task: What to answer.
    ///   - photo: A JPEG; nil where words are all there is.
    ///   - name: What the answer is called, in ASCII letters.
    ///   - schema: A JSON schema of the answer.
    ///   - mostTokens: Tokens of the longest answer.
    package init(
        model: String, system: String, task: String, photo: [UInt8]? = nil, name: String, schema: String,
        mostTokens: Int
    ) {
        self.model = model
        self.system = system
        self.task = task
        self.photo = photo
        self.name = name
        self.schema = schema
        self.mostTokens = mostTokens
    }

    /// The body as JSON.
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
                #","response_format":{"type":"json_schema","json_schema":{"name":"\#(name)","strict":true,"schema":\#(schema)}}"#
            case .jsonObject: #","response_format":{"type":"json_object"}"#
            case .plain: ""
            }
        let messages = """
            [{"role":"system","content":\(Self.json(system))},{"role":"user","content":[\
            {"type":"text","text":\(Self.json(words))}\(picture)]}]
            """
        return Array(
            """
            {"model":\(Self.json(model)),"temperature":0,"max_tokens":\(mostTokens),"messages":\(messages)\(format)}
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
        return answer?.choices.first?.message.content.map { IncomingText(cleaning: $0).value }
    }
}
