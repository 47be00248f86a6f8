/// A fixed phrase found in a text.
struct LabelPhrase {
    let role: PhraseRole
    let tokens: Range<Int>

    /// All phrases of a text in order: the longest of those that start at a token; none overlaps another.
    static func find(in text: LabelText, lexicon: Lexicon) -> [LabelPhrase] {
        var phrases: [LabelPhrase] = []
        var index = 0
        while index < text.tokens.count {
            var longest: LabelPhrase?
            lexicon.phrases.matches(in: text, at: index) { end, roles in
                if let role = roles.first, !text.cutsNumber(at: end) {
                    longest = LabelPhrase(role: role, tokens: index..<end)
                }
            }
            if let longest {
                phrases.append(longest)
                index = longest.tokens.upperBound
            } else {
                index += 1
            }
        }
        return DeniedClaims.resolve(ClaimSentences.resolve(phrases, in: text, lexicon: lexicon), in: text)
    }
}
