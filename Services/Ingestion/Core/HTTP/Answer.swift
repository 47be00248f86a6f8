import EventContracts
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The answer of an endpoint.
package struct Answer: Sendable {
    /// The kinds of bodies.
    package enum Body: Sendable {
        case none
        case json([UInt8])
        case text([UInt8], mediaType: String)
        /// A photo, whose memory is released once it is sent.
        case photo([UInt8], mediaType: String, PhotoMemory.Lease)
        /// Events while the client listens.
        case events(AccountEvents)
        /// A file that is generated while it is sent.
        case file(any StreamedFile)
    }

    package var status: HTTPResponse.Status
    package var headers = HTTPFields()
    package var body = Body.none

    package init(_ status: HTTPResponse.Status, headers: HTTPFields = HTTPFields(), body: Body = .none) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// An answer with a JSON body.
    ///
    /// - Throws: `EncodingError`.
    package static func json(
        _ status: HTTPResponse.Status, _ value: some Encodable, headers: HTTPFields = HTTPFields()
    ) throws -> Answer {
        Answer(status, headers: headers, body: .json(try EventCoding.encode(value)))
    }

    /// Number of bytes of a photo per write.
    private static let photoPiece = 128 << 10

    /// The answer in the server's types.
    ///
    /// - Parameters:
    ///   - channel: The client's connection.
    ///   - failed: Called if writing the body fails after the head for a reason other than the connection.
    /// - Returns: The response, whose body may still have to be written.
    package func response(on channel: any Channel, failed: @escaping @Sendable (any Error) -> Void) -> Response {
        var headers = headers
        switch body {
        case .none:
            return Response(status: status, headers: headers)
        case .json(let bytes):
            headers[.contentType] = "application/json"
            return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
        case .text(let bytes, let mediaType):
            headers[.contentType] = mediaType
            return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
        case .photo(let bytes, let mediaType, let lease):
            headers[.contentType] = mediaType
            let body = Self.photoBody(bytes, lease, on: channel, failed: failed)
            return Response(status: status, headers: headers, body: body)
        case .file(let file):
            headers[.contentType] = file.mediaType
            let body = Self.fileBody(file, on: channel, failed: failed)
            return Response(status: status, headers: headers, body: body)
        case .events(let events):
            headers[.contentType] = "text/event-stream"
            let body = Self.eventsBody(events, on: channel, failed: failed)
            return Response(status: status, headers: headers, body: body)
        }
    }

    private static func photoBody(
        _ bytes: [UInt8], _ lease: PhotoMemory.Lease, on channel: any Channel,
        failed: @escaping @Sendable (any Error) -> Void
    ) -> ResponseBody {
        let buffer = ByteBuffer(bytes: bytes)
        return ResponseBody(contentLength: buffer.readableBytes) { writer in
            defer { lease.release() }
            // A client that reads too slowly is disconnected if others wait for memory.
            lease.startTransfer { channel.close(promise: nil) }
            do {
                var rest = buffer
                // Written in pieces, so that a slow client can be distinguished from one that has stopped reading
                // (StalledWrites).
                while let piece = rest.readSlice(length: min(Self.photoPiece, rest.readableBytes)),
                    piece.readableBytes > 0
                {
                    try await writer.write(piece)
                    lease.progress(piece.readableBytes)
                }
                try await writer.finish(nil)
            } catch {
                throw Self.reported(error, to: failed, on: channel)
            }
        }
    }

    private static func fileBody(
        _ file: any StreamedFile, on channel: any Channel, failed: @escaping @Sendable (any Error) -> Void
    ) -> ResponseBody {
        ResponseBody { writer in
            // Used by this task only: the file calls it piece by piece, and has ended before `finish`.
            nonisolated(unsafe) var sink = writer
            do {
                try await file.write {
                    try await sink.write($0)
                } onSlowClient: {
                    channel.close(promise: nil)
                }
                try await sink.finish(nil)
            } catch {
                throw Self.reported(error, to: failed, on: channel)
            }
        }
    }

    private static func eventsBody(
        _ events: AccountEvents, on channel: any Channel, failed: @escaping @Sendable (any Error) -> Void
    ) -> ResponseBody {
        ResponseBody { writer in
            // A disconnected client is noticed at once, not with the next write.
            let listening = events.listen()
            channel.closeFuture.whenComplete { _ in listening.leave() }
            do {
                var reading = AccountEvents.Reading(events, listening)
                while let text = try await reading.next() { try await writer.write(text) }
                try await writer.finish(nil)
            } catch {
                throw Self.reported(error, to: failed, on: channel)
            }
        }
    }

    /// Reports an error of writing a body, unless the client has disconnected or the server is stopping.
    private static func reported(
        _ error: any Error, to failed: (any Error) -> Void, on channel: any Channel
    ) -> any Error {
        if channel.isActive, !(error is CancellationError), !(error is ChannelError), !(error is IOError) {
            failed(error)
        }
        return error
    }
}

/// A file that is generated while it is sent.
package protocol StreamedFile: Sendable {
    /// Its media type.
    var mediaType: String { get }

    /// Generates and sends the whole file.
    ///
    /// - Parameters:
    ///   - send: Called with each piece, in order; if it throws, generating stops.
    ///   - onSlowClient: Ends the download of a client that is too slow while others wait for memory.
    /// - Throws: The error of `send`, and any other error that ends the file early.
    func write(_ send: (ByteBuffer) async throws -> Void, onSlowClient: @escaping @Sendable () -> Void) async throws
}
