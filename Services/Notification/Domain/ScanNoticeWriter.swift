import EventContracts

/// Writes notices about the verdict of a label scan, with or without a match (NOT-04).
package struct ScanNoticeWriter: Sendable {
    private let texts: NoticeTexts

    package init(texts: NoticeTexts) {
        self.texts = texts
    }

    /// The text about a scan.
    ///
    /// - Parameters:
    ///   - scan: The result.
    ///   - language: The language.
    ///   - isCorrection: Whether another verdict of the scan was announced before.
    /// - Returns: Title and body.
    package func text(of scan: ScanAssessed, in language: NoticeLanguage, isCorrection: Bool) -> NoticeText {
        NoticeText(
            title: title(of: scan, in: language),
            body: texts.join(body(of: scan, in: language, isCorrection: isCorrection), in: language),
            language: language.rawValue)
    }

    /// The urgency of the notice: a match, and a label that could not be read, are alerts.
    package static func urgency(of verdict: Verdict) -> Notice.Urgency {
        switch verdict {
        case .contains, .couldNotRead, .mayContain: .alert
        case .notDetected: .notice
        }
    }

    private func title(of scan: ScanAssessed, in language: NoticeLanguage) -> String {
        switch scan.verdict {
        case .contains:
            texts.text(.titleContains, in: language, ["findings": findings(scan.contains, of: scan, in: language)])
        case .couldNotRead:
            texts.text(.titleCouldNotRead, in: language)
        case .mayContain:
            texts.text(.titleMayContain, in: language, ["findings": findings(scan.mayContain, of: scan, in: language)])
        case .notDetected:
            texts.text(scan.isJudgedForAll ? .titleNotDetectedAll : .titleNotDetected, in: language)
        }
    }

    private func body(of scan: ScanAssessed, in language: NoticeLanguage, isCorrection: Bool) -> [String] {
        var sentences: [String] = []
        if isCorrection { sentences.append(texts.text(.bodyCorrected, in: language)) }
        sentences.append(verdict(of: scan, in: language))
        if scan.verdict != .mayContain, !scan.mayContain.isEmpty {
            let names = texts.list(of: scan.mayContain, in: language)
            // Possible allergens with the verdict *not detected* are traces that the person ignores.
            let sentence = scan.verdict == .notDetected ? NoticeTexts.Phrase.bodyIgnoredTraces : .bodyTraces
            sentences.append(texts.text(sentence, in: language, ["findings": names]))
        }
        if scan.otherMatches > 0, !isTitledByOthers(scan) {
            let others = texts.others(scan.otherMatches, in: language)
            sentences.append(texts.text(.bodyOthers, in: language, ["findings": others]))
        }
        if !scan.complete, scan.verdict != .couldNotRead { sentences.append(texts.text(.bodyIncomplete, in: language)) }
        if scan.profilePending {
            sentences.append(texts.text(.bodyProfilePending, in: language))
        } else if scan.profileEmpty {
            sentences.append(texts.text(.bodyProfileEmpty, in: language))
        }
        return sentences
    }

    private func verdict(of scan: ScanAssessed, in language: NoticeLanguage) -> String {
        switch scan.verdict {
        case .contains:
            texts.text(.bodyContains, in: language, ["findings": findings(scan.contains, of: scan, in: language)])
        case .couldNotRead:
            texts.text(.bodyCouldNotRead, in: language)
        case .mayContain:
            texts.text(.bodyMayContain, in: language, ["findings": findings(scan.mayContain, of: scan, in: language)])
        case .notDetected:
            texts.text(scan.isJudgedForAll ? .bodyNotDetectedAll : .bodyNotDetected, in: language)
        }
    }

    /// The names of the allergens; without any, the verdict is based on custom ingredients.
    private func findings(_ allergens: [AllergenChoice], of scan: ScanAssessed, in language: NoticeLanguage) -> String {
        allergens.isEmpty
            ? texts.others(scan.otherMatches, in: language) : texts.list(of: allergens, in: language)
    }

    private func isTitledByOthers(_ scan: ScanAssessed) -> Bool {
        switch scan.verdict {
        case .contains: scan.contains.isEmpty
        case .mayContain: scan.mayContain.isEmpty
        case .couldNotRead, .notDetected: false
        }
    }
}

extension ScanAssessed {
    /// Whether the scan was assessed for all fourteen allergens rather than for a profile.
    fileprivate var isJudgedForAll: Bool { profileEmpty || profilePending }
}
