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

  private let fields = all.compactMap { name, value in HTTPField.Name(name).map { HTTPField(name: $0, value: value) } }

  func handle(
    _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    for field in fields { response.headers[field.name] = field.value }
    return response
  }
}
