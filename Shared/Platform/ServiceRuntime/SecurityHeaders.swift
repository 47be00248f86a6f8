/// Headers of every response, even of responses without a handler (OWASP REST Security Cheat Sheet).
package enum SecurityHeaders {
    package static let all = [
        (name: "x-content-type-options", value: "nosniff"),
        (name: "content-security-policy", value: "default-src 'none'; frame-ancestors 'none'"),
        (name: "referrer-policy", value: "no-referrer"),
        (name: "strict-transport-security", value: "max-age=31536000; includeSubDomains"),
    ]
}
