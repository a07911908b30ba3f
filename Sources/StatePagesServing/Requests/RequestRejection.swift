import HTTPTypes

/// Why a connection accepts no further requests. Fired through the pipeline as an error, from the handler that detects
/// it to the handler that ends the connection.
enum RequestRejection: Error, Equatable {
  /// The arriving request is answered with this status.
  case refused(HTTPResponse.Status, isHEAD: Bool = false)
  /// The client has sent no request: there is nothing to answer.
  case silence
}
