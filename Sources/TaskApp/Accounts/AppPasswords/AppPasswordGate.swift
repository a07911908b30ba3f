import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import StatePages
import StateViews
import Synchronization
import TaskStore
import Tasks

/// A request of a program that has signed in with an app password.
struct AppPasswordRequest: Sendable {
  let anonymous: AnonymousRequest
  let account: Account
  /// The app password. The history tells its name.
  let appPassword: AppPassword
  /// The account's display settings: its zone, and what is "today" there.
  let look: DisplaySettings

  var app: TaskApp { anonymous.app }
  var http: Request { anonymous.http }
  var context: AppContext { anonymous.context }
  var store: AccountStore<Failure> {
    AccountStore(
      StoreAccess(store: app.store, logger: context.logger), for: account.id, in: look.timeZone, with: appPassword)
  }
}

/// Basic authentication with app passwords, for the routes of `RouteTable.Route.Gate.appPassword`.
///
/// No cookie is read or set, and every response without a body of its own is plain text, uncompressed. The right app password is always
/// accepted, so that wrong ones, which are counted apart from those of the sign-in page, keep neither the owner's browser nor their phone
/// out. They can't be guessed: the limits keep the log short, and the database free.
enum AppPasswordGate {
  typealias Handler = @Sendable (AppPasswordRequest) async throws -> Response

  /// The response of a handler, or 401 without an app password, 403 over a connection that others can read, 429 after too many requests.
  /// An error of the handler becomes plain text with its status.
  static func response(to request: AnonymousRequest, _ handler: Handler) async -> Response {
    do {
      guard request.client.isSecure else { return .plain(.forbidden, "App passwords work over HTTPS only.\n") }
      switch try await access(request) {
      case .granted(let signedIn):
        try signedIn.requireRate()
        return try await handler(signedIn)
      case .signedOut(let refusal): return refusal
      }
    } catch {
      return problem(RequestProblem(thrown: error), request)
    }
  }

  private static func access(_ request: AnonymousRequest) async throws -> Access<AppPasswordRequest, Response> {
    guard let typed = BasicCredentials(request.http.headers) else {
      try request.requireRate()
      return .signedOut(.unauthorized)
    }
    let app = request.app
    let name = Accounts.name(typed.name)
    if let name, let (id, secret) = AppPasswordSecret.read(typed.password),
      let found = try await request.store({ store in
        try await store.appPassword(id, digest: secret.digest, of: name)
      })
    {
      app.appPasswordUses.note(found.appPassword, from: request.visitor.origin, at: app.now())
      return .granted(
        AppPasswordRequest(
          anonymous: request, account: found.account, appPassword: found.appPassword,
          look: request.look(of: found.account)))
    }
    return .signedOut(try await refusal(of: name, request))
  }

  /// Counts a wrong app password.
  private static func refusal(of name: Username?, _ request: AnonymousRequest) async throws -> Response {
    let (app, visitor) = (request.app, request.visitor)
    let keys =
      (name.map { [RateLimitKey.appPasswordsOf(SHA256.hash(data: Data($0.key.utf8)))] } ?? [])
      + (request.client.ip.map { [.appPasswords($0.subscriber)] } ?? [])
    if let wait = app.accounts.limiter.admit(keys) {
      app.accounts.log(.tryRefused, nil, because: "too many tries", visitor)
      throw Failure.tooManyRequests(wait: wait)
    }
    let account: AccountID?
    do throws(AccountProblem) {
      account = if let name { try await app.accounts.credentials(of: name)?.account } else { nil }
    } catch { throw error.failure }
    app.accounts.log(.appPasswordRefused, account, because: "mismatch", visitor)
    if let account { app.accounts.refusals.note(.appPasswordRefused, of: account, from: visitor.origin) }
    return .unauthorized
  }

  private static func problem(_ problem: RequestProblem, _ request: AnonymousRequest) -> Response {
    // A failure with a request id is logged.
    if problem.failure.request == nil, let cause = problem.failure.cause {
      request.context.logger.error("request failed", metadata: ["cause": "\(cause)"])
    }
    let failure = problem.failure
    let status = problem.status == failure.kind.status ? failure.status : problem.status
    var response = Response.plain(status, "\(status.reasonPhrase): \(failure.reason.name)\n")
    for field in problem.headers { response.headers[field.name] = field.value }
    response.headers[.retryAfter] = failure.retryAfter.map { String($0) }
    return response
  }
}

extension Response {
  /// A plain text, for programs and those who read their logs.
  static func plain(_ status: HTTPResponse.Status, _ text: String, _ more: HTTPFields = [:]) -> Response {
    var headers = more
    headers[.contentType] = "text/plain; charset=utf-8"
    headers[.cacheControl] = "no-store"
    return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }

  fileprivate static var unauthorized: Response {
    plain(
      .unauthorized,
      "Sign in with the name of the account and an app password from its settings, not with the account’s own password.\n",
      [.wwwAuthenticate: BasicCredentials.challenge])
  }
}

/// The name and the password of a request by Basic authentication (RFC 7617).
struct BasicCredentials: Sendable {
  let name, password: String

  /// Nil if the request has none, or malformed ones.
  ///
  /// The last colon divides them, because names of accounts may have colons and app passwords have none.
  init?(_ headers: HTTPFields) {
    guard let field = headers[.authorization], let blank = field.firstIndex(of: " "),
      field[..<blank].lowercased() == "basic",
      let data = Data(base64Encoded: String(field[blank...].drop { $0 == " " })),
      let text = String(validating: data, as: UTF8.self), let colon = text.lastIndex(of: ":")
    else { return nil }
    name = String(text[..<colon])
    password = String(text[text.index(after: colon)...])
  }

  /// The challenge of a 401.
  static let challenge = "Basic realm=\"Fourfold\", charset=\"UTF-8\""
}

/// The accounts in which an app has deleted something since their last page, which is to tell it. In memory only: after a restart the
/// history and the trash tell it alone.
final class AppDeletions: Sendable {
  private let accounts = Mutex<Set<AccountID>>([])

  /// Notes that an app has deleted something of an account.
  func note(_ account: AccountID) { accounts.withLock { _ = $0.insert(account) } }

  /// Whether there is something to tell, once.
  func take(_ account: AccountID) -> Bool { accounts.withLock { $0.remove(account) != nil } }
}

/// The secret of an app password: 140 random bits. It grants access to an account, so it is shown once, and never stored or logged; the
/// database has its ``digest``.
struct AppPasswordSecret: Hashable, Redacted, Sendable {
  private static let count = 28

  private let text: String

  /// Creates a random secret.
  init() { text = TypedSecret.random(Self.count) }

  /// The app password as a person types it: the id, which finds it, and the secret, such as `7-k3mf-9xq2-…`.
  func password(of id: AppPasswordID) -> String { "\(id)-\(TypedSecret.grouped(text, by: 4))" }

  /// Reads a typed app password, ignoring case, hyphens and spaces; nil if it can be none.
  static func read(_ typed: String) -> (id: AppPasswordID, secret: AppPasswordSecret)? {
    guard typed.utf8.count <= 100 else { return nil }
    let letters = TypedSecret.letters(of: typed)
    guard let id = AppPasswordID(letters.dropLast(count)) else { return nil }
    return (id, AppPasswordSecret(text: String(letters.suffix(count))))
  }

  private init(text: String) { self.text = text }

  /// The stored SHA-256.
  var digest: Data { Data(TypedSecret.digest(of: text)) }
}
