import HTTPTypes
import Hummingbird

/// The headers that every response has, whatever it answers: nothing runs, nothing is framed, nothing is guessed.
struct SecurityHeaders: RouterMiddleware {
  /// No script has a source. Styles, pictures and forms are our own.
  static let policy =
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

  static let all: [(name: String, value: String)] = [
    ("Content-Security-Policy", policy),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
  ]

  /// For a year, and for this host only: others under its name may be somebody else's. Browsers heed it over HTTPS alone, and
  /// over plain HTTP it must not be sent (RFC 6797, section 7.2).
  static let transport = HTTPField(name: .strictTransportSecurity, value: "max-age=31536000")

  static let fields = all.compactMap { name, value in
    HTTPField.Name(name).map { HTTPField(name: $0, value: value) }
  }

  func handle(
    _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    // Nobody else sets them; to look for them first would take longer than all else here.
    for field in Self.fields { response.headers.append(field) }
    if context.client?.isHTTPS == true {
      response.headers[Self.transport.name] = Self.transport.value
    }
    return response
  }
}
