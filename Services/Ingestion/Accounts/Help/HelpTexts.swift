import IngestionCore

/// The help pages in every language, built into the program.
struct HelpTexts: Sendable {
    private let pages: [HelpTopic: [ContentLanguage: HelpPage]]

    /// Reads the built-in pages, and those of the terms in force.
    ///
    /// - Parameter terms: The version of the terms; its pages are left out if the version has no built-in text.
    /// - Throws: `HelpPage.Malformed` or `TermsText.Malformed`.
    init(terms: String) throws {
        var pages: [HelpTopic: [ContentLanguage: HelpPage]] = [:]
        for (topic, files) in Self.files {
            for (language, file) in zip(ContentLanguage.allCases, files) {
                let markdown = String(decoding: file, as: UTF8.self)
                pages[topic, default: [:]][language] = try HelpPage(topic, in: language, markdown: markdown)
            }
        }
        if let text = try TermsText.builtIn(terms) {
            for language in ContentLanguage.allCases {
                let view = text.view(in: language)
                for (topic, sections) in [(HelpTopic.terms, view.terms), (.privacy, view.privacy)] {
                    let (title, summary) = Self.heading(of: topic, in: language)
                    pages[topic, default: [:]][language] = HelpPage(
                        topic: topic, language: language, version: view.version, title: title, summary: summary,
                        isDraft: true, sections: sections.map { .init(title: $0.title, text: $0.text) })
                }
            }
        }
        self.pages = pages
    }

    /// A help page; nil without a text in the language.
    func page(_ topic: HelpTopic, in language: ContentLanguage) -> HelpPage? { pages[topic]?[language] }

    /// All pages in a language, in the order of the topics.
    func pages(in language: ContentLanguage) -> [HelpPage] {
        HelpTopic.allCases.compactMap { page($0, in: language) }
    }

    /// The files of each topic, in the order of `ContentLanguage`.
    private static let files: [HelpTopic: [[UInt8]]] = [
        .firstSteps: [
            PackageResources.first_steps_en_md, PackageResources.first_steps_fr_md,
            PackageResources.first_steps_es_md, PackageResources.first_steps_zh_md,
        ],
        .faq: [
            PackageResources.faq_en_md, PackageResources.faq_fr_md, PackageResources.faq_es_md,
            PackageResources.faq_zh_md,
        ],
        .manual: [
            PackageResources.manual_en_md, PackageResources.manual_fr_md, PackageResources.manual_es_md,
            PackageResources.manual_zh_md,
        ],
        .troubleshooting: [
            PackageResources.troubleshooting_en_md, PackageResources.troubleshooting_fr_md,
            PackageResources.troubleshooting_es_md, PackageResources.troubleshooting_zh_md,
        ],
        .support: [
            PackageResources.support_en_md, PackageResources.support_fr_md, PackageResources.support_es_md,
            PackageResources.support_zh_md,
        ],
    ]

    private static func heading(
        of topic: HelpTopic, in language: ContentLanguage
    ) -> (title: String, summary: String) {
        switch (topic, language) {
        case (.terms, .en): ("Terms of use", "What we offer, and what you may do.")
        case (.terms, .fr): ("Conditions d’utilisation", "Ce que nous offrons et ce qui est permis.")
        case (.terms, .es): ("Condiciones de uso", "Qué ofrecemos y qué está permitido.")
        case (.terms, .zh): ("使用条款", "我们提供什么，以及允许做什么。")
        case (_, .en): ("Privacy notice", "What is stored about you, why, and your rights.")
        case (_, .fr): ("Politique de confidentialité", "Ce qui est conservé sur vous, pourquoi, et vos droits.")
        case (_, .es): ("Aviso de privacidad", "Qué se guarda sobre usted, para qué y cuáles son sus derechos.")
        case (_, .zh): ("隐私声明", "保存哪些数据、用途以及您的权利。")
        }
    }
}
