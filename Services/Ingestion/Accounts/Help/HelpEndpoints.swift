import EventContracts
import HTTPTypes
import IngestionCore
import ServiceRuntime

/// The help pages, readable without an account.
struct HelpEndpoints: Sendable {
    let texts: HelpTexts
    /// Address that people without a session can write to; nil if none is configured.
    let supportEmail: String?

    private struct Entry: Encodable, Sendable {
        let topic: HelpTopic
        let title: String
        let summary: String
        let version: String
        let isDraft: Bool
    }

    private struct List: Encodable, Sendable {
        let items: [Entry]
        let supportEmail: String?
    }

    func list(_ call: Call) throws -> Answer {
        let language = Self.language(of: call)
        let items = texts.pages(in: language).map {
            Entry(topic: $0.topic, title: $0.title, summary: $0.summary, version: $0.version, isDraft: $0.isDraft)
        }
        return call.publicList(
            try EventCoding.encode(List(items: items, supportEmail: supportEmail)), in: language)
    }

    func read(_ call: Call) throws -> Answer {
        let language = Self.language(of: call)
        guard let topic = call.id.flatMap({ HelpTopic(rawValue: $0) }), let page = texts.page(topic, in: language)
        else {
            throw ProblemDetails(.notFound)
        }
        return call.publicList(try EventCoding.encode(page), in: language)
    }

    private static func language(of call: Call) -> ContentLanguage {
        ContentLanguage.accepted(by: call.headers[values: .acceptLanguage]).first ?? .en
    }
}
