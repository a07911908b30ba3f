package import Hummingbird
import Logging

/// Logs each request at the level `debug`: its method and its path, without queries and without secret names of files.
package struct RequestLog<Context: RequestContext>: RouterMiddleware {
  private let secretFolders: Set<String>

  /// Creates middleware that logs.
  /// - Parameter secretFolders: the folders whose files have secret names, such as `/feeds`.
  package init(secretFolders: Set<String> = []) { self.secretFolders = secretFolders }

  /// Logs the request, and calls `next`.
  package func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    context.logger.debug(
      "Request",
      metadata: ["hb.request.path": "\(path(of: request))", "hb.request.method": "\(request.method.rawValue)"])
    return try await next(request, context)
  }

  private func path(of request: Request) -> String {
    let path = request.uri.path
    // However it is written: an address with another case or with doubled slashes may have a secret, too.
    let names = path.split(separator: "/")
    guard let folder = names.first, names.count > 1,
      secretFolders.contains(where: { $0.dropFirst().lowercased() == folder.lowercased() })
    else { return path }
    return "/\(folder)/…"
  }
}
