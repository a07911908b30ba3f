public import HTTPTypes
public import StateViews

/// A request that is answered with the page of a failure, possibly with another status than the failure's kind.
public struct RequestProblem: Error, Sendable {
  /// The failure to show.
  public let failure: Failure
  /// The status.
  public let status: HTTPResponse.Status
  /// Headers that belong to the status, such as `Allow`.
  public let headers: HTTPFields

  /// Creates a problem. The default status is that of the failure's kind.
  public init(_ failure: Failure, status: HTTPResponse.Status? = nil, headers: HTTPFields = [:]) {
    self.failure = failure
    self.status = status ?? failure.kind.status
    self.headers = headers
  }

  /// The failures that the library itself reports, beside the kinds of failures.
  static let failures = [
    unknownAddress.failure, Failure(.invalid, "wrong-method"), Failure(.invalid, "form-too-large"),
    Failure(.invalid, "wrong-type"), Failure(.invalid, "form-unreadable"),
  ]

  /// No page exists at this address.
  public static let unknownAddress = RequestProblem(Failure(.notFound, "unknown-address"))

  /// The address accepts other methods only.
  public static func wrongMethod(allowed: [HTTPRequest.Method]) -> RequestProblem {
    RequestProblem(
      Failure(.invalid, "wrong-method"), status: .methodNotAllowed,
      headers: [.allow: allowed.map(\.rawValue).joined(separator: ", ")])
  }
}
