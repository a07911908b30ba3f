public import HTTPTypes
public import Hummingbird

extension Response {
  /// A response that is sent while it is made, piece by piece, each compressed separately if the client accepts that.
  /// - Parameters:
  ///   - headers: its headers; `Content-Encoding` is added.
  ///   - status: its status.
  ///   - coding: its content coding.
  ///   - write: writes the body without finishing it. If it throws, the body is cut off, which the client can detect.
  public static func written(
    _ headers: HTTPFields, status: HTTPResponse.Status = .ok, in coding: ContentCoding,
    _ write: @escaping @Sendable (inout any ResponseBodyWriter) async throws -> Void
  ) -> Response {
    var headers = headers
    headers[.contentEncoding] = coding.field
    let body = ResponseBody { writer in
      var coded = coding.coding(writer)
      try await write(&coded)
      try await coded.finish(nil)
    }
    return Response(status: status, headers: headers, body: body)
  }
}
