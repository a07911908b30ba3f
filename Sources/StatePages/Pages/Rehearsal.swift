import HTTPTypes
import Hummingbird
import StateViews

/// Holds regions of a page in chosen states: `?rehearse=tasks:loading:3000,lists:failed:unavailable`.
///
/// | Cue | The region |
/// |---|---|
/// | `tasks:loading`, `tasks:loading:connecting` | loads, at a stage declared by its screen |
/// | `tasks:refreshing`, `tasks:refreshing:connecting` | shows its first sample, with a refresh running |
/// | `tasks:empty:all-done` | is empty, for a reason declared by its screen |
/// | `tasks:other:still-running` | is in a state of its own, declared by its screen |
/// | `tasks:failed:conflict`, `tasks:failed:changed-since` | has failed, in any kind or for a declared reason |
/// | `tasks:refresh-failed:timed-out` | shows its first sample, with a failed refresh |
/// | `tasks:unloaded` | was never loaded |
///
/// Loading and refreshing last for the milliseconds at the end of the cue, or for ``limit``; then the real load runs.
/// Any other value is answered with 400 and the list of valid cues.
package struct Rehearsal: Sendable {
  /// The state that a region is held in.
  package enum Cue: Hashable, Sendable {
    /// Load for a duration, at a stage if given, then continue as usual.
    case loading(stage: String?, Duration)
    /// Show content with a refresh running for a duration, at a stage if given.
    case refreshing(stage: String?, Duration)
    /// Be empty for a reason; nil for the first that its screen declares.
    case empty(String?)
    /// Be in a state of the screen's own; nil for the first that it declares.
    case other(String?)
    /// Fail in a kind or for a reason; nil for unavailable.
    case failed(String?)
    /// Show content with a refresh failed in a kind or for a reason; nil for timed out.
    case refreshFailed(String?)
    /// Never have been loaded.
    case unloaded
  }

  /// The maximum time that a region is held.
  package static let limit: Duration = .seconds(300)

  /// The cues in order, each with its region and its source text.
  let cues: [(region: String, cue: Cue, text: String)]

  /// Parses the cues of a query's value for a page; nil if there are none.
  /// - Throws: the first invalid cue.
  init?(_ value: String?, of page: Page? = nil) throws(RehearsalProblem) {
    guard let value, !value.isEmpty else { return nil }
    var cues: [(region: String, cue: Cue, text: String)] = []
    for text in value.split(separator: ",").map(String.init) {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      guard parts.count >= 2, let cue = Cue(parts[1], Array(parts.dropFirst(2))) else {
        throw RehearsalProblem(cue: text, message: "is no cue", page: page)
      }
      cues.append((parts[0], cue, text))
    }
    self.cues = cues
  }
}

extension Rehearsal.Cue {
  init?(_ state: String, _ details: [String]) {
    switch state {
    case "loading", "refreshing":
      guard let (stage, duration) = Self.held(details) else { return nil }
      self = state == "loading" ? .loading(stage: stage, duration) : .refreshing(stage: stage, duration)
    case "empty" where details.count <= 1: self = .empty(details.first)
    case "other" where details.count <= 1: self = .other(details.first)
    case "failed" where details.count <= 1: self = .failed(details.first)
    case "refresh-failed" where details.count <= 1: self = .refreshFailed(details.first)
    case "unloaded" where details.isEmpty: self = .unloaded
    default: return nil
    }
  }

  /// Parses a stage, milliseconds, or both in this order.
  private static func held(_ details: [String]) -> (String?, Duration)? {
    guard let last = details.last else { return (nil, Rehearsal.limit) }
    let milliseconds = Int(last)
    guard details.count <= (milliseconds == nil ? 1 : 2) else { return nil }
    if let milliseconds, !(0...Int(Rehearsal.limit.components.seconds) * 1_000).contains(milliseconds) { return nil }
    let stage = milliseconds == nil ? last : details.dropLast().first
    return (stage, milliseconds.map { .milliseconds($0) } ?? Rehearsal.limit)
  }
}

extension Page {
  /// The page with the loads of the named regions replaced. It has no ETag.
  /// - Throws: a cue that no region of the page supports.
  func rehearsing(_ rehearsal: Rehearsal, clock: any Clock<Duration>) throws(RehearsalProblem) -> Page {
    var page = self
    page.cacheKey = nil
    for (name, cue, text) in rehearsal.cues {
      guard let index = parts.firstIndex(where: { $0.name == name }), case .region(let region) = parts[index].kind
      else { throw RehearsalProblem(cue: text, message: "names no region of this page", page: self) }
      guard let rehearsed = region.rehearsing(cue, clock: clock) else {
        throw RehearsalProblem(cue: text, message: "is nothing that this region knows", page: self)
      }
      page.parts[index] = PagePart(rehearsed)
    }
    return page
  }
}

extension Region {
  /// The region with its load replaced according to a cue; nil if its screen has no such stage, reason or failure.
  package func rehearsing(_ cue: Rehearsal.Cue, clock: any Clock<Duration>) -> (any PageRegion)? {
    switch cue {
    case .loading(let stage, let duration): held(at: stage, for: duration, clock)
    case .refreshing(let stage, let duration): sample.flatMap { held(at: stage, for: duration, clock, from: $0) }
    case .empty(let name):
      S.emptyReasons.first { name == nil || $0.name == name }.map { replacing(FixedContent(end: .success(.empty($0)))) }
    case .other(let name):
      S.otherStates.first { name == nil || $0.name == name }.map { replacing(FixedContent(end: .success(.other($0)))) }
    case .failed(let name):
      failure(name ?? Failure.Kind.unavailable.rawValue).map { replacing(FixedContent(end: .failure(.failed($0)))) }
    case .refreshFailed(let name):
      sample.flatMap { sample in
        failure(name ?? Failure.Kind.timedOut.rawValue).map {
          replacing(FixedContent(end: .failure(.failed($0))), from: sample)
        }
      }
    case .unloaded: replacing(FixedContent(end: .failure(.cancelled)))
    }
  }

  /// The states it can be held in. It can also fail in any kind, declared or not.
  package var cues: [String] {
    let stages = [""] + S.stages.map { ":\($0.name)" }
    let failures = (S.failures.map(\.reason.name) + Failure.Kind.allCases.map(\.rawValue)).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    var cues =
      stages.map { "loading\($0)" } + S.emptyReasons.map { "empty:\($0.name)" }
      + S.otherStates.map { "other:\($0.name)" } + failures.map { "failed:\($0)" }
    if sample != nil { cues += stages.map { "refreshing\($0)" } + failures.map { "refresh-failed:\($0)" } }
    return cues + ["unloaded"]
  }

  private var sample: S.Content? { S.samples.first?.content }

  /// The declared failure of a reason, else of a kind; nil if there is neither.
  private func failure(_ name: String) -> Failure? {
    let kind = Failure.Kind(rawValue: name)
    return S.failures.first { $0.reason.name == name } ?? S.failures.first { $0.kind == kind }
      ?? kind.map { Failure($0) }
  }

  private func held(
    at stage: String?, for duration: Duration, _ clock: any Clock<Duration>, from older: S.Content? = nil
  ) -> Region? {
    let reached = S.stages.first { $0.name == stage }
    guard let content, stage == nil || reached != nil else { return nil }
    return replacing(DelayedContent(content: content, stage: reached, by: duration, clock: clock), from: older)
  }

  private func replacing(_ content: some StatefulContent<S.Content>, from older: S.Content? = nil) -> Region {
    Region(
      name, content, caption: caption, from: older, cacheKey: nil, retry: retry, placement: placement, weight: weight,
      templates: templates)
  }
}

private struct DelayedContent<Content: Sendable>: StatefulContent {
  let content: any StatefulContent<Content>
  let stage: Reason?
  let by: Duration
  let clock: any Clock<Duration>

  init(content: any StatefulContent<Content>, stage: Reason?, by: Duration, clock: any Clock<Duration>) {
    (self.content, self.stage, self.by, self.clock) = (content, stage, by, clock)
  }

  func load(progress: @escaping @Sendable (Reason) -> Void) async throws(Interruption) -> Loaded<Content> {
    if let stage { progress(stage) }
    do { try await clock.sleep(for: by) } catch { throw .cancelled }
    return try await content.load(progress: progress)
  }
}

/// The load of a rehearsal: it ends at once with a fixed result.
struct FixedContent<Content: Sendable>: StatefulContent {
  let end: Result<Loaded<Content>, Interruption>

  func load(progress: @escaping @Sendable (Reason) -> Void) async throws(Interruption) -> Loaded<Content> {
    try end.get()
  }
}

/// A cue that is not supported, with the list of supported cues.
struct RehearsalProblem: Error, CustomStringConvertible {
  let description: String

  /// Creates the error for a cue; `page` is the page that it was meant for, if known.
  init(cue: String, message: String, page: Page? = nil) {
    let regions = (page?.regions ?? []).map { region in
      "  \(region.name)\n" + region.cues.map { "    \(region.name):\($0)\n" }.joined()
    }
    description = """
      “\(cue)” \(message).

      A cue is region:loading, region:refreshing, region:empty:reason, region:other:reason, region:failed:kind, region:failed:reason, \
      region:refresh-failed:reason or region:unloaded; several are separated by commas. Loading and refreshing take a stage, \
      milliseconds up to \(Rehearsal.limit.components.seconds * 1_000), or both: region:loading:3000.
      \(regions.isEmpty ? "" : "\nOn this page there are:\n\n\(regions.joined(separator: "\n"))")
      """
  }

  /// A plain text response for the developer.
  var response: Response {
    Response(
      status: .badRequest, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: "This cannot be rehearsed.\n\n\(description)")))
  }
}
