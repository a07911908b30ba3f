import HTTPTypes

/// Why a connection takes no further request: fired through its pipeline as an error, from who finds it to who ends
/// the connection.
enum RequestRejection: Error, Equatable {
  /// The request that is arriving gets this for an answer.
  case refused(HTTPResponse.Status, isHEAD: Bool = false)
  /// There is nobody to answer: the client has not asked for anything.
  case silence
}
