/// A page of the help; the raw value is its name in paths.
package enum HelpTopic: String, Sendable, CaseIterable, Codable {
    case firstSteps = "first-steps"
    case faq, manual, troubleshooting, support
    /// The terms and the privacy notice in force.
    case terms, privacy
}
