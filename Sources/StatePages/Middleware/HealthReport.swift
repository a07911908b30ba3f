import HTTPTypes
public import Hummingbird
import NIOCore

/// The result of a health check, for monitoring.
public struct HealthReport: Sendable {
  /// What keeps the app from working, one line each.
  public var problems: [String]
  /// What may keep it from working soon, one line each.
  public var warnings: [String]
  /// What the operator may want to know, one line each.
  public var details: [String]
  /// The name and version of the app; nil if they are not told.
  public var version: String?

  /// Creates a report; by default, of an app that works.
  public init(problems: [String] = [], warnings: [String] = [], details: [String] = [], version: String? = nil) {
    self.problems = problems
    self.warnings = warnings
    self.details = details
    self.version = version
  }

  /// 200 and the line `ok` if there are no problems, else 503; then a line for each problem, warning and detail, and the version.
  public var response: Response {
    let lines =
      (problems.isEmpty ? ["ok"] : problems) + warnings.map { "warning: \($0)" } + details
      + [version].compactMap(\.self)
    return Response(
      status: problems.isEmpty ? .ok : .serviceUnavailable,
      headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: lines.map { $0 + "\n" }.joined())))
  }
}
