import Crypto
import EventContracts
import Foundation
import HTTPTypes
import Hexadecimal

extension Call {
    /// How long caches may keep a public list, in seconds.
    private static let publicListAge = 3_600

    /// The answer with a list that is the same for everyone, which caches may keep for an hour and then revalidate.
    ///
    /// The entity tag is weak: it is computed from the list's JSON, and also identifies its compressed form.
    ///
    /// - Parameters:
    ///   - json: The list as JSON.
    ///   - language: The language of its texts; nil if it has none.
    ///   - isPersonal: Whether the answer depends on the account: then only the client may keep it, and revalidates it
    ///     before each use.
    ///   - dependsOnAccount: Whether the answers to other requests for the list may be personal.
    /// - Returns: 200, or 304 if the client already has the list.
    package func publicList(
        _ json: [UInt8], in language: ContentLanguage? = nil, isPersonal: Bool = false, dependsOnAccount: Bool = false
    ) -> Answer {
        let digest = SHA256.hash(data: json).prefix(12).hexadecimal
        let tag = "\"\(digest)\""
        var headers = HTTPFields()
        headers[.eTag] = "W/\(tag)"
        headers[.cacheControl] = isPersonal ? "private, no-cache" : "public, max-age=\(Self.publicListAge)"
        headers[.contentLanguage] = language?.rawValue
        headers.vary(by: "Accept-Language")
        if dependsOnAccount { headers.vary(by: "Authorization") }
        let known = self.headers[values: .ifNoneMatch].flatMap { HeaderText.split($0, at: ",") }
        if known.contains(where: { $0 == "*" || $0 == tag || $0 == "W/\(tag)" }) {
            return Answer(.notModified, headers: headers)
        }
        return Answer(.ok, headers: headers, body: .json(json))
    }
}
