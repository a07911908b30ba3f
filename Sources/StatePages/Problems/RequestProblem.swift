public import HTTPTypes
public import StateViews

/// A request that is answered with the page of a failure, possibly with another status than the failure's kind, or with a page in place
/// of the requested one.
///
/// ```swift
/// guard let order = state.order() else { throw RequestProblem(again: page(with: state), Failure(.invalid)) }
/// ```
public struct RequestProblem: Error, Sendable {
  /// The failure to show.
  public let failure: Failure
  /// The status.
  public let status: HTTPResponse.Status
  /// Headers that belong to the status, such as `Allow`.
  public let headers: HTTPFields
  /// The page in place of the requested one; nil for that of the failure.
  private(set) var page: Page?

  /// Creates a problem. The default status is that of the failure's kind.
  public init(_ failure: Failure, status: HTTPResponse.Status? = nil, headers: HTTPFields = [:]) {
    self.failure = failure
    self.status = status ?? failure.kind.status
    self.headers = headers
    page = nil
  }

  /// Creates a problem that is answered with a page, such as that of a gate: what is known of a request is not known of a reader who is
  /// signed out.
  public init(_ page: Page) {
    failure = Failure(.forbidden)
    status = page.status ?? .forbidden
    headers = [:]
    self.page = page
  }

  /// Creates a problem that is answered with the page of a rejected form: with what was typed and the errors at their fields, see
  /// ``FormState``. The status and `Retry-After` are those of the failure. A browser gets the page streamed if one of its regions is slow.
  /// - Parameters:
  ///   - form: the page of the form.
  ///   - failure: why it was rejected: `Failure(.invalid)` for invalid input (422), `Failure(.conflict)` for input that is based on an
  ///     older version (409).
  public init(again form: Page, _ failure: Failure) {
    self.failure = failure
    status = form.status ?? failure.kind.status
    headers = failure.retryAfter.map { [.retryAfter: String($0)] } ?? [:]
    var page = form
    page.status = status
    self.page = page
  }

  /// The problem with its page as a flow shows it.
  func presented(_ present: (Page) async -> Page) async -> Self {
    var problem = self
    if let page { problem.page = await present(page) }
    return problem
  }

  /// The failures that the library itself reports, beside the kinds of failures.
  static let failures =
    [
      unknownAddress, wrongMethod(allowed: []), tooLarge, wrongType, malformed, cutOff, forgery, missingHost,
      unknownHost,
    ]
    .map(\.failure)

  /// No page exists at this address.
  public static let unknownAddress = RequestProblem(Failure(.notFound, "unknown-address"))

  /// The address accepts other methods only.
  public static func wrongMethod(allowed: [HTTPRequest.Method]) -> RequestProblem {
    RequestProblem(
      Failure(.invalid, "wrong-method"), status: .methodNotAllowed,
      headers: [.allow: allowed.map(\.rawValue).joined(separator: ", ")])
  }

  /// The content type is not that of a form.
  public static let wrongType = RequestProblem(Failure(.invalid, "wrong-type"), status: .unsupportedMediaType)
  /// The body exceeds its size limit; the rest of it is not read.
  public static let tooLarge = RequestProblem(
    Failure(.invalid, "form-too-large"), status: .contentTooLarge, headers: [.connection: "close"])
  /// The body ended prematurely.
  public static let cutOff = RequestProblem(
    Failure(.invalid, "request-unreadable"), status: .badRequest, headers: [.connection: "close"])
  /// The body is no form, or a field is missing, repeated or invalid.
  public static let malformed = RequestProblem(Failure(.invalid, "form-unreadable"), status: .badRequest)
  /// The request may be forged: it comes from another site.
  static let forgery = RequestProblem(Failure(.forbidden, "forgery"))
  /// The request names no host, so its origin can't be compared: a proxy has dropped the Host field.
  static let missingHost = RequestProblem(Failure(.forbidden, "missing-host"), status: .badRequest)
  /// The request is for a host name that is not the site's.
  static let unknownHost = RequestProblem(Failure(.forbidden, "unknown-host"), status: .misdirectedRequest)
}

/// Why an app can't start as it is configured: its static files can't be served, or a text is no base path or no list of proxies.
package struct ConfigurationProblem: Error, Hashable, CustomStringConvertible {
  /// One line for the operator.
  package let description: String

  init(_ description: String) { self.description = description }
}
