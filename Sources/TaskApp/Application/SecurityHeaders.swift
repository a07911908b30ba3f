import HTTPTypes
import Hummingbird

/// Adds the security headers to every response: no scripts, no framing, no content sniffing.
struct SecurityHeaders: RouterMiddleware {
  /// Allows no scripts, and styles, images and forms from the own origin only.
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

  /// HSTS for one year, without subdomains, which may belong to others. Browsers honour it over HTTPS only, and it must not be
  /// sent over plain HTTP (RFC 6797, section 7.2).
  static let transport = HTTPField(name: .strictTransportSecurity, value: "max-age=31536000")

  static let fields = all.compactMap { name, value in
    HTTPField.Name(name).map { HTTPField(name: $0, value: value) }
  }

  func handle(
    _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    // Appended without a search for duplicates, which would dominate the cost: no other code sets these fields.
    for field in Self.fields { response.headers.append(field) }
    if context.client?.isHTTPS == true {
      response.headers[Self.transport.name] = Self.transport.value
    }
    return response
  }
}
