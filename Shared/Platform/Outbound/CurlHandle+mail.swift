import CLibcurl

extension CurlHandle {
    /// Delivers a mail to its server; blocks the thread.
    func deliver(
        _ mail: OutboundMail, _ reach: OutboundReach, _ isCancelled: CancellationFlag
    ) -> Result<MailAnswer, OutboundError> {
        curl_easy_reset(handle)
        let exchange = Exchange(largest: 1 << 16, reach, isCancelled)
        exchange.rest = mail.message[...]
        let recipients = curl_slist_append(nil, mail.recipient)
        defer { curl_slist_free_all(recipients) }
        return withExtendedLifetime(exchange) {
            let codes =
                common(mail.server.url, "smtp,smtps", mail.timeout, exchange) + options(mail, recipients, exchange)
            guard codes.allSatisfy({ $0 == CURLE_OK }) else { return .failure(.malformed) }
            let code = curl_easy_perform(handle)
            var reply = 0
            _ = curl_get_long(handle, CURLINFO_RESPONSE_CODE, &reply)
            switch code {
            case CURLE_OK: return .success(.accepted)
            case CURLE_LOGIN_DENIED: return .success(.unauthorized)
            // RFC 4954: authentication is required.
            case _ where reply == 530: return .success(.unauthorized)
            case CURLE_USE_SSL_FAILED, CURLE_PEER_FAILED_VERIFICATION, CURLE_ABORTED_BY_CALLBACK:
                return .failure(failure(code, exchange))
            case _ where (400..<600).contains(reply): return .success(.refused(reply: reply))
            default: return .failure(failure(code, exchange))
            }
        }
    }

    private func options(
        _ mail: OutboundMail, _ recipients: UnsafeMutablePointer<curl_slist>?, _ exchange: Exchange
    ) -> [CURLcode] {
        var codes = [
            curl_set_text(handle, CURLOPT_MAIL_FROM, mail.sender),
            curl_set_list(handle, CURLOPT_MAIL_RCPT, recipients),
            curl_set_long(handle, CURLOPT_UPLOAD, 1),
            curl_set_pointer(handle, CURLOPT_READDATA, Unmanaged.passUnretained(exchange).toOpaque()),
            curl_set_transfer(handle, CURLOPT_READFUNCTION) { bytes, size, count, context in
                CurlHandle.give(bytes, size * count, CurlHandle.exchange(context))
            },
        ]
        if mail.server.security == .startTLS {
            codes.append(curl_set_long(handle, CURLOPT_USE_SSL, Int(CURLUSESSL_ALL.rawValue)))
        }
        if let file = mail.server.trustFile { codes.append(curl_set_text(handle, CURLOPT_CAINFO, file)) }
        if let credentials = mail.server.credentials {
            codes.append(curl_set_text(handle, CURLOPT_USERNAME, credentials.user))
            codes.append(curl_set_text(handle, CURLOPT_PASSWORD, credentials.password))
        }
        return codes
    }

    /// Copies the next bytes of the mail to libcurl's buffer.
    private static func give(_ bytes: UnsafeMutablePointer<CChar>?, _ room: Int, _ exchange: Exchange) -> Int {
        let part = exchange.rest.prefix(room)
        UnsafeMutableRawBufferPointer(start: bytes, count: room).copyBytes(from: part)
        exchange.rest = exchange.rest.dropFirst(part.count)
        return part.count
    }
}

extension MailServer {
    /// The URL for libcurl; the host of an IPv6 address is in brackets.
    var url: String {
        "\(security == .tls ? "smtps" : "smtp")://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }
}
