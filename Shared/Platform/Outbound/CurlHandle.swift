import CLibcurl
import Foundation

/// One easy handle of libcurl with its open connections; used by one thread at a time.
final class CurlHandle: @unchecked Sendable {
    let handle: UnsafeMutableRawPointer

    /// Nil if libcurl is out of memory.
    init?() {
        guard let handle = curl_easy_init() else { return nil }
        self.handle = handle
    }

    deinit { curl_easy_cleanup(handle) }

    /// The state for the callbacks of a transfer.
    final class Exchange {
        var body: [UInt8] = []
        var isTooLarge = false
        /// Whether a connection was refused because its address is forbidden.
        var isForbidden = false
        /// The unsent rest of a mail.
        var rest: ArraySlice<UInt8> = []
        let largest: Int
        let reach: OutboundReach
        let isCancelled: CancellationFlag

        init(largest: Int, _ reach: OutboundReach, _ isCancelled: CancellationFlag) {
            self.largest = largest
            self.reach = reach
            self.isCancelled = isCancelled
        }
    }

    /// Sends a request and waits for the answer; blocks the thread.
    func perform(
        _ request: OutboundRequest, _ reach: OutboundReach, _ isCancelled: CancellationFlag
    ) -> Result<OutboundResponse, OutboundError> {
        // The options are reset, the connections stay open.
        curl_easy_reset(handle)
        let exchange = Exchange(largest: request.maxAnswerSize, reach, isCancelled)
        var headers: UnsafeMutablePointer<curl_slist>?
        for header in request.headers { headers = curl_slist_append(headers, "\(header.name): \(header.value)") }
        // Disables "Expect: 100-continue", which would delay the body.
        headers = curl_slist_append(headers, "Expect:")
        defer { curl_slist_free_all(headers) }
        return withExtendedLifetime(exchange) {
            (request.body ?? []).withUnsafeBufferPointer { body in
                var codes = common(request.url, "http,https", request.timeout, exchange)
                let timeout = min(request.timeout, request.connectTimeout).milliseconds
                codes.append(curl_set_long(handle, CURLOPT_CONNECTTIMEOUT_MS, timeout))
                codes.append(curl_set_headers(handle, headers))
                codes += method(request, body)
                if let signature = request.signature { codes += sign(signature) }
                guard codes.allSatisfy({ $0 == CURLE_OK }) else { return .failure(.malformed) }
                return outcome(curl_easy_perform(handle), exchange)
            }
        }
    }

    func common(_ url: String, _ protocols: String, _ timeout: Duration, _ exchange: Exchange) -> [CURLcode] {
        let context = Unmanaged.passUnretained(exchange).toOpaque()
        let open = [
            curl_set_pointer(handle, CURLOPT_OPENSOCKETDATA, context),
            curl_set_opensocket(handle) { context, _, address in
                CurlHandle.open(address, CurlHandle.exchange(context))
            },
            // No proxy, since the address that a proxy connects to would be unknown.
            curl_set_text(handle, CURLOPT_NOPROXY, "*"),
        ]
        return (exchange.reach == .anywhere ? [] : open) + [
            curl_set_text(handle, CURLOPT_URL, url),
            curl_set_text(handle, CURLOPT_PROTOCOLS_STR, protocols),
            // libcurl must not use signals in a process with threads.
            curl_set_long(handle, CURLOPT_NOSIGNAL, 1),
            curl_set_long(handle, CURLOPT_TIMEOUT_MS, timeout.milliseconds),
            curl_set_long(handle, CURLOPT_CONNECTTIMEOUT_MS, min(timeout.milliseconds, 5_000)),
            curl_set_long(handle, CURLOPT_NOPROGRESS, 0),
            curl_set_pointer(handle, CURLOPT_XFERINFODATA, context),
            curl_set_progress(handle) { context, _, _, _, _ in CurlHandle.exchange(context).isCancelled.isSet ? 1 : 0 },
            curl_set_pointer(handle, CURLOPT_WRITEDATA, context),
            curl_set_transfer(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
                CurlHandle.receive(bytes, size * count, CurlHandle.exchange(context))
            },
        ]
    }

    private func method(_ request: OutboundRequest, _ body: UnsafeBufferPointer<UInt8>) -> [CURLcode] {
        switch request.method {
        case .get: return [curl_set_long(handle, CURLOPT_HTTPGET, 1)]
        case .head: return [curl_set_long(handle, CURLOPT_NOBODY, 1)]
        case .delete where request.body == nil:
            return [curl_set_text(handle, CURLOPT_CUSTOMREQUEST, request.method.rawValue)]
        case .put, .post, .delete:
            return [
                curl_set_long(handle, CURLOPT_POST, 1),
                curl_set_large(handle, CURLOPT_POSTFIELDSIZE_LARGE, Int(body.count)),
                // An empty body has no address; without an address libcurl would call a read function.
                body.baseAddress.map { curl_set_pointer(handle, CURLOPT_POSTFIELDS, $0) }
                    ?? curl_set_text(handle, CURLOPT_COPYPOSTFIELDS, ""),
                curl_set_text(handle, CURLOPT_CUSTOMREQUEST, request.method.rawValue),
            ]
        }
    }

    private func sign(_ signature: AWSSignature) -> [CURLcode] {
        [
            curl_set_text(handle, CURLOPT_AWS_SIGV4, "aws:amz:\(signature.region):\(signature.service)"),
            curl_set_text(handle, CURLOPT_USERPWD, "\(signature.accessKeyID):\(signature.secretAccessKey)"),
        ]
    }

    private func outcome(_ code: CURLcode, _ exchange: Exchange) -> Result<OutboundResponse, OutboundError> {
        switch code {
        case CURLE_OK:
            var status = 0
            guard curl_get_long(handle, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK else {
                return .failure(.unreachable)
            }
            var seconds: curl_off_t = 0
            let isAsked = curl_get_large(handle, CURLINFO_RETRY_AFTER, &seconds) == CURLE_OK && seconds > 0
            return .success(
                OutboundResponse(
                    status: status, body: exchange.body, retryAfter: isAsked ? .seconds(Int64(seconds)) : nil))
        default: return .failure(failure(code, exchange))
        }
    }

    /// Why a transfer failed.
    func failure(_ code: CURLcode, _ exchange: Exchange) -> OutboundError {
        if exchange.isForbidden, code == CURLE_COULDNT_CONNECT { return .forbidden }
        switch code {
        case CURLE_ABORTED_BY_CALLBACK: return .cancelled
        case CURLE_WRITE_ERROR: return exchange.isTooLarge ? .tooLarge : .unreachable
        case CURLE_OPERATION_TIMEDOUT: return .timedOut
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_ISSUER_ERROR, CURLE_USE_SSL_FAILED:
            return .untrusted
        case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_FUNCTION_ARGUMENT: return .malformed
        default: return .unreachable
        }
    }

    /// Opens a socket if the address is allowed; libcurl calls this after resolving the name.
    private static func open(_ address: UnsafeMutablePointer<curl_sockaddr>?, _ exchange: Exchange) -> curl_socket_t {
        guard let address, let reached = curl_socket_address(address),
            IPAddress(reached).map(exchange.reach.allows) == true
        else {
            exchange.isForbidden = true
            return CURL_SOCKET_BAD
        }
        return socket(
            address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue), address.pointee.`protocol`)
    }

    static func exchange(_ context: UnsafeMutableRawPointer?) -> Exchange {
        guard let context else { preconditionFailure("libcurl lost its context") }
        return Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
    }

    static func receive(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ exchange: Exchange) -> Int {
        guard exchange.body.count + count <= exchange.largest else {
            exchange.isTooLarge = true
            return 0
        }
        UnsafeRawBufferPointer(start: bytes, count: count).withMemoryRebound(to: UInt8.self) {
            exchange.body.append(contentsOf: $0)
        }
        return count
    }
}

extension Duration {
    /// Whole milliseconds.
    fileprivate var milliseconds: Int {
        Int(components.seconds) * 1_000 + Int(components.attoseconds / 1_000_000_000_000_000)
    }
}
