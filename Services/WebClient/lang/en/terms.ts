/** The terms and the privacy notice. */
export default {
    "terms.title": "Terms and privacy",
    "terms.version": "Version {version}",
    "terms.terms": "Terms of use",
    "terms.privacy": "Privacy notice",
    "terms.read": "Read the terms and the privacy notice",
    "terms.changed": "The terms have changed",
    "terms.changedText": "To go on, read and accept the new version of the terms and the privacy notice ({version}).",
    "terms.accept": "Accept the new version",
} as const;
