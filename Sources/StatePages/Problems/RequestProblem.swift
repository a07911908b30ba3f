public import HTTPTypes
public import StateViews

/// A request that is answered with the page of a failure, with a status of its own where the failure's kind has another.
public struct RequestProblem: Error, Sendable {
  /// What is told.
  public let failure: Failure
  /// The status.
  public let status: HTTPResponse.Status
  /// Headers that belong to the status, such as `Allow`.
  public let headers: HTTPFields

  /// A problem; its status is that of its failure's kind unless told.
  public init(_ failure: Failure, status: HTTPResponse.Status? = nil, headers: HTTPFields = [:]) {
    self.failure = failure
    self.status = status ?? failure.kind.status
    self.headers = headers
  }

  /// What the library itself can tell of a request, beside the kinds of failures.
  static let failures = [
    unknownAddress.failure, Failure(.invalid, "wrong-method"), Failure(.invalid, "form-too-large"),
    Failure(.invalid, "wrong-type"), Failure(.invalid, "form-unreadable"),
  ]

  /// No page lies at this address.
  public static let unknownAddress = RequestProblem(Failure(.notFound, "unknown-address"))

  /// The address takes other methods.
  public static func wrongMethod(allowed: [HTTPRequest.Method]) -> RequestProblem {
    RequestProblem(
      Failure(.invalid, "wrong-method"), status: .methodNotAllowed,
      headers: [.allow: allowed.map(\.rawValue).joined(separator: ", ")])
  }
}
