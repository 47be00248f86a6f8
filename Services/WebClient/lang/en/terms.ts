/** The terms and the privacy notice. */
export default {
    "terms.title": "Terms and privacy",
    "terms.version": "Version {version}",
    "terms.terms": "Terms of use",
    "terms.privacy": "Privacy notice",
    "terms.read": "Read the terms and the privacy notice",
} as const;
