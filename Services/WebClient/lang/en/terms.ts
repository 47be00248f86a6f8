/** The terms and the privacy notice. */
export default {
    "terms.title": "Terms and privacy",
    "terms.version": "Version {version}",
    "terms.terms": "Terms of use",
    "terms.privacy": "Privacy notice",
    "terms.read": "Read the terms and the privacy notice",
    "terms.changed": "Before you go on",
    "terms.changedText": "To go on, read and accept the terms of use and the privacy notice (version {version}).",
    "terms.accept": "Accept",
} as const;
