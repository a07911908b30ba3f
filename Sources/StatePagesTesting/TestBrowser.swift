public import HTTPTypes
public import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Synchronization

/// A browser for the tests of an app: it keeps cookies, sends forms as they are on the page, and follows redirects. There is no network.
///
/// ```swift
/// let browser = TestBrowser(try app.router())
/// let gate = try await browser.open("/lists")
/// #expect(gate.status == 401)
/// let lists = try await browser.submit(gate.html.form("/sign-in").filled(["name": "ann"]))
/// #expect(lists.html.state("lists") == "content")
/// ```
///
/// Two browsers of one app are two readers. Like a text browser, it gets each page whole, with its true status; ``navigate(to:)`` gets one
/// as it is streamed.
public final class TestBrowser: Sendable {
  /// What a request has led to: the address of the page, behind all redirects, its status, and its elements. Another text than a page is
  /// the text of an element.
  public typealias Answer = (address: String, status: Int, html: HTMLElement)

  private let headers: HTTPFields
  private let respond: @Sendable (Request) async throws -> Response
  private let cookies = Mutex<[String: String]>([:])

  /// Opens a browser without cookies.
  /// - Parameters:
  ///   - router: the router of the app.
  ///   - headers: the headers of each request, such as the reader's languages.
  public init<Context: RequestContext>(_ router: Router<Context>, headers: HTTPFields = [:])
  where Context.Source == ApplicationRequestContextSource {
    self.headers = headers
    let responder = router.buildResponder()
    respond = { request in
      var logger = Logger(label: "TestBrowser")
      logger[metadataKey: "hb.request.id"] = "test"
      let source = ApplicationRequestContextSource(channel: NIOAsyncTestingChannel(), logger: logger)
      return try await responder.respond(to: request, context: Context(source: source))
    }
  }

  /// Requests a page.
  /// - Throws: why the page is not well-formed, or that redirects don't end.
  public func open(_ address: String) async throws -> Answer { try await answer(.get, address) }

  /// Sends a form as it is on its page, from the site's own origin.
  /// - Throws: see ``open(_:)``.
  public func submit(_ form: HTMLForm) async throws -> Answer {
    switch form.method {
    case .post: try await answer(.post, form.action, form.encoded)
    default: try await answer(.get, "\(form.action)?\(form.encoded)")
    }
  }

  /// Requests a page as a browser that navigates, so that it may be streamed.
  public func navigate(to address: String) -> StreamedVisit {
    StreamedVisit { [self] in try await response(.get, address, [.destination: "document"]) }
  }

  private func answer(
    _ method: HTTPRequest.Method, _ address: String, _ form: String? = nil, redirects: Int = 0
  ) async throws -> Answer {
    let response = try await response(
      method, address, form == nil ? [:] : [.site: "same-origin", .contentType: "application/x-www-form-urlencoded"],
      form)
    if response.status == .seeOther, let next = response.headers[.location] {
      // As many as browsers follow (Fetch, section 4.4).
      guard redirects < 20 else {
        throw HTMLReader.Problem(description: "\(address) redirects once more, after 20 times")
      }
      return try await answer(.get, next, redirects: redirects + 1)
    }
    let text = try await response.html()
    let isPage = response.headers[.contentType]?.hasPrefix("text/html") == true
    return (
      address, response.status.code,
      isPage ? try HTMLReader.page(text) : HTMLElement(name: "page", attributes: [:], children: [.text(text)])
    )
  }

  private func response(
    _ method: HTTPRequest.Method, _ address: String, _ own: HTTPFields, _ form: String? = nil
  ) async throws -> Response {
    var fields = headers + own
    let kept = cookies.withLock { $0 }
    if !kept.isEmpty { fields[.cookie] = kept.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "; ") }
    let path = String(address.prefix { $0 != "#" })
    let head = HTTPRequest(method: method, scheme: "http", authority: "localhost", path: path, headerFields: fields)
    let response = try await respond(Request(head: head, body: RequestBody(buffer: ByteBuffer(string: form ?? ""))))
    for cookie in response.headers[values: .setCookie] { keep(cookie) }
    return response
  }

  private func keep(_ cookie: String) {
    let parts = cookie.split(separator: ";").map { $0.trimmingPrefix(" ") }
    guard let pair = parts.first?.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false),
      pair.count == 2
    else { return }
    let value = parts.contains("Max-Age=0") ? nil : String(pair[1])
    cookies.withLock { $0[String(pair[0])] = value }
  }
}

extension HTTPField.Name {
  fileprivate static let site = named("Sec-Fetch-Site")
  fileprivate static let destination = named("Sec-Fetch-Dest")

  private static func named(_ name: String) -> Self {
    guard let name = Self(name) else { preconditionFailure("\(name) is no name of a header") }
    return name
  }
}
