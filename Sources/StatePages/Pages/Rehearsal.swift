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
/// | `page:signed-out:expired` | is a gate, shown for another reason |
///
/// The beginning of a cue, such as `tasks:empty`, is the first one of its region; a failure without a name is ``usual``. Loading and
/// refreshing last for the milliseconds at the end of the cue, or for ``limit``; then the real load runs. Any other value is answered with
/// 400 and the list of valid cues.
package enum Rehearsal {
  /// The maximum time that a region is held.
  package static let limit: Duration = .seconds(300)
  /// The failures of cues that name none.
  fileprivate static let usual = ["failed": "failed:unavailable", "refresh-failed": "refresh-failed:timed-out"]

  /// A region that a rehearsal holds in a state.
  package struct Held: Sendable {
    /// The end of its cue, such as `failed:conflict`.
    let cue: String
    /// Whether the state lasts for a while.
    var isTimed = false
    /// The region with its load replaced.
    let region: @Sendable (Duration, any Clock<Duration>) -> any PageRegion
  }
}

extension Page {
  /// The page with the loads of regions replaced according to a query's value; nil if the value has no cues.
  /// - Throws: a cue that no region of the page supports.
  func rehearsing(_ value: String?, clock: any Clock<Duration>) throws(RehearsalProblem) -> Page? {
    let cues = (value ?? "").split(separator: ",").map(String.init)
    guard !cues.isEmpty else { return nil }
    var page = self
    for text in cues {
      var parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      let name = parts.removeFirst()
      let milliseconds = parts.count > 1 ? parts.last.flatMap { Int($0) } : nil
      if milliseconds != nil { parts.removeLast() }
      let duration = milliseconds.map { Duration.milliseconds($0) } ?? Rehearsal.limit
      guard let region = namedRegions.first(where: { $0.name == name })?.region else {
        throw RehearsalProblem(cue: text, message: "names no region of this page", page: self)
      }
      let written = parts.joined(separator: ":")
      let cue = Rehearsal.usual[written] ?? written
      let held =
        region.rehearsals.first { $0.cue == cue } ?? region.rehearsals.first { $0.cue.hasPrefix("\(cue):") }
      guard let held, milliseconds == nil || held.isTimed, (.zero...Rehearsal.limit).contains(duration) else {
        throw RehearsalProblem(cue: text, message: "is nothing that this region knows", page: self)
      }
      func replaced(_ region: any PageRegion) -> any PageRegion {
        var other = held.region(duration, clock)
        other.parts = region.parts
        return other
      }
      if let parts = page.parts.replacing(name, by: replaced) {
        page.parts = parts
      } else if let parts = page.companion?.parts.replacing(region.name, by: replaced) {
        page.companion?.parts = parts
      }
    }
    return page
  }
}

extension Region {
  /// The states that it can be held in. It can also fail in any kind, declared or not.
  package var rehearsals: [Rehearsal.Held] {
    func ending(_ cue: String, _ end: Result<Loaded<S.Content>, Interruption>, from older: S.Content? = nil)
      -> Rehearsal.Held
    { Rehearsal.Held(cue: cue) { _, _ in replacing(FixedContent(end: end), from: older) } }
    func lasting(_ cue: String, at stage: Reason?, from older: S.Content? = nil) -> Rehearsal.Held {
      Rehearsal.Held(cue: cue + (stage.map { ":\($0.name)" } ?? ""), isTimed: true) { duration, clock in
        content.map { replacing(DelayedContent(content: $0, stage: stage, by: duration, clock: clock), from: older) }
          ?? self
      }
    }
    // A region that stays in its state loads nothing.
    let stages = content == nil ? [] : [nil] + S.stages
    var held = stages.map { lasting("loading", at: $0) }
    held += S.emptyReasons.map { ending("empty:\($0.name)", .success(.empty($0))) }
    held += S.otherStates.map { ending("other:\($0.name)", .success(.other($0))) }
    held += failures.map { ending("failed:\($0)", .failure(.failed($1))) }
    if let sample = S.samples.first?.content {
      held += stages.map { lasting("refreshing", at: $0, from: sample) }
      held += failures.map { ending("refresh-failed:\($0)", .failure(.failed($1)), from: sample) }
    }
    return held + [ending("unloaded", .failure(.cancelled))]
  }

  /// The declared failures by their reasons, then one of each kind, declared or not.
  private var failures: [(name: String, failure: Failure)] {
    let kinds = Failure.Kind.allCases.map { kind in
      (kind.rawValue, S.failures.first { $0.kind == kind } ?? Failure(kind))
    }
    let all = S.failures.map { ($0.reason.name, $0) } + kinds
    return all.indices.filter { index in !all[..<index].contains { $0.0 == all[index].0 } }.map { all[$0] }
  }

  private func replacing(_ content: some StatefulContent<S.Content>, from older: S.Content?) -> Region {
    Region(
      name, content, caption: caption, from: older, retry: retry, placement: placement, weight: weight,
      templates: templates)
  }
}

/// The load of a rehearsal that begins after a while.
private struct DelayedContent<Content: Sendable>: StatefulContent {
  let content: any StatefulContent<Content>
  let stage: Reason?
  let by: Duration
  let clock: any Clock<Duration>

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

  init(cue: String, message: String, page: Page) {
    let regions = page.namedRegions.map { name, region in
      "  \(name)\n" + region.rehearsals.map { "    \(name):\($0.cue)\n" }.joined()
    }
    description = """
      “\(cue)” \(message).

      A cue is region:loading, region:refreshing, region:empty:reason, region:other:reason, region:failed:kind, region:failed:reason, \
      region:refresh-failed:reason, region:unloaded or region:signed-out:reason; several are separated by commas. Loading and refreshing take a stage, \
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
