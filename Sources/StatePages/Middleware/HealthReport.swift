import HTTPTypes
public import Hummingbird
import NIOCore

/// The result of a health check, for monitoring.
package struct HealthReport: Sendable {
  /// What keeps the app from working, one line each.
  package var problems: [String]
  /// What may keep it from working soon, one line each.
  package var warnings: [String]
  /// What the operator may want to know, one line each.
  package var details: [String]
  /// The name and version of the app; nil if they are not shown.
  package var version: String?

  package init(problems: [String] = [], warnings: [String] = [], details: [String] = [], version: String? = nil) {
    (self.problems, self.warnings, self.details, self.version) = (problems, warnings, details, version)
  }

  /// 200 and the line `ok` if there are no problems, else 503; then a line for each problem, warning and detail, and the version.
  package var response: Response {
    let lines =
      (problems.isEmpty ? ["ok"] : problems) + warnings.map { "warning: \($0)" } + details
      + [version].compactMap(\.self)
    return Response(
      status: problems.isEmpty ? .ok : .serviceUnavailable,
      headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: lines.map { $0 + "\n" }.joined())))
  }
}

extension Router {
  /// Adds the health check at `/health`, for monitoring and proxies: 200 and the line `ok`, or 503 and a line for each problem.
  /// - Parameters:
  ///   - version: the name and version of the app, the last line.
  ///   - problems: what keeps the app from working now.
  @discardableResult public func addHealthReport(
    version: String? = nil, problems: @escaping @Sendable () async -> [String] = { [] }
  ) -> Self {
    get("/health") { _, _ in HealthReport(problems: await problems(), version: version).response }
  }
}
