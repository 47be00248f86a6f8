import IngestionCore

/// A help page in one language.
struct HelpPage: Encodable, Sendable, Equatable {
    /// A section of a page.
    struct Section: Encodable, Sendable, Equatable {
        let title: String
        /// Paragraphs divided by empty lines, and lists whose lines begin with `- `.
        let text: String
    }

    /// A file without a required line, or a section without text.
    struct Malformed: Error, Equatable {
        let topic: HelpTopic
        let language: ContentLanguage
    }

    let topic: HelpTopic
    let language: String
    let version: String
    let title: String
    let summary: String
    /// Whether a lawyer must still review the page.
    let isDraft: Bool
    let sections: [Section]

    init(
        topic: HelpTopic, language: ContentLanguage, version: String, title: String, summary: String, isDraft: Bool,
        sections: [Section]
    ) {
        self.topic = topic
        self.language = language.rawValue
        self.version = version
        self.title = title
        self.summary = summary
        self.isDraft = isDraft
        self.sections = sections
    }

    /// Parses a Markdown file: lines with version, title and summary, then sections with headings of the second level.
    ///
    /// - Throws: `Malformed`.
    init(_ topic: HelpTopic, in language: ContentLanguage, markdown: String) throws(Malformed) {
        let malformed = Malformed(topic: topic, language: language)
        let parts = ("\n" + markdown).split(separator: "\n## ", omittingEmptySubsequences: false)
        var head: [String: String] = [:]
        for line in parts[0].split(separator: "\n") {
            guard let colon = line.firstRange(of: ": ") else { throw malformed }
            head[String(line[..<colon.lowerBound])] = String(line[colon.upperBound...])
        }
        var sections: [Section] = []
        for part in parts.dropFirst() {
            let lines = part.split(separator: "\n", maxSplits: 1)
            guard lines.count == 2 else { throw malformed }
            sections.append(Section(title: String(lines[0]), text: String(lines[1]).trimmingNewlines))
        }
        guard let version = head["version"], let title = head["title"], let summary = head["summary"],
            !sections.isEmpty, sections.allSatisfy({ !$0.title.isEmpty && !$0.text.isEmpty })
        else { throw malformed }
        self.init(
            topic: topic, language: language, version: version, title: title, summary: summary, isDraft: false,
            sections: sections)
    }
}

extension String {
    fileprivate var trimmingNewlines: String {
        String(drop(while: \.isNewline).reversed().drop(while: \.isNewline).reversed())
    }
}
