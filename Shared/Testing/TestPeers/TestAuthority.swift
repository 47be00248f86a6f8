import Crypto
import Foundation
import SwiftASN1
import X509

/// A test's own certificate authority for server certificates.
package struct TestAuthority: Sendable {
    /// A server's certificate and its key, both in PEM.
    package struct Identity: Sendable {
        package let certificate: String
        package let key: String
    }

    /// The authority's own certificate, in PEM, for clients to trust.
    package let certificate: String
    private let key = P256.Signing.PrivateKey()
    private let name: DistinguishedName

    /// - Throws: An error of the certificate library.
    package init() throws {
        name = try DistinguishedName { CommonName("authority of a test") }
        certificate = try Self.certificate(
            of: name, key: key.publicKey, by: (name, key),
            Certificate.Extensions { Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil)) })
    }

    /// Signs a certificate for a server's names.
    ///
    /// - Parameters:
    ///   - names: DNS names.
    ///   - isLoopback: Whether 127.0.0.1 is one of its addresses.
    /// - Returns: The certificate with its key.
    /// - Throws: An error of the certificate library.
    package func identity(_ names: [String], isLoopback: Bool = false) throws -> Identity {
        let key = P256.Signing.PrivateKey()
        let address = GeneralName.ipAddress(ASN1OctetString(contentBytes: [127, 0, 0, 1]))
        let subject = try DistinguishedName { CommonName("server of a test") }
        let certificate = try Self.certificate(
            of: subject, key: key.publicKey, by: (name, self.key),
            Certificate.Extensions {
                SubjectAlternativeNames(names.map { GeneralName.dnsName($0) } + (isLoopback ? [address] : []))
            })
        return Identity(certificate: certificate, key: key.pemRepresentation)
    }

    /// Writes its certificate into a directory.
    ///
    /// - Returns: The file's path.
    package func trustFile(in directory: URL) throws -> String {
        let file = directory.appending(path: "trusted-\(UUID().uuidString).pem")
        try Data(certificate.utf8).write(to: file)
        return file.path()
    }

    private static func certificate(
        of subject: DistinguishedName, key: P256.Signing.PublicKey,
        by issuer: (name: DistinguishedName, key: P256.Signing.PrivateKey), _ extensions: Certificate.Extensions
    ) throws -> String {
        try Certificate(
            version: .v3, serialNumber: .init(), publicKey: .init(key), notValidBefore: .now - 3_600,
            notValidAfter: .now + 86_400, issuer: issuer.name, subject: subject, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: extensions, issuerPrivateKey: .init(issuer.key)
        ).serializeAsPEM().pemString
    }
}
