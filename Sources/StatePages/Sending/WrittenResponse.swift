public import HTTPTypes
public import Hummingbird

extension Response {
  /// What is sent while it is made, piece by piece, each compressed by itself if the client takes it so.
  /// - Parameters:
  ///   - headers: its headers; that of the coding is added.
  ///   - status: its status.
  ///   - coding: how it is coded.
  ///   - write: writes it, and leaves the end to the caller. What it throws cuts the file off, which the client can tell.
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
