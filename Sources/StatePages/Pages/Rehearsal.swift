public import StateViews

/// Holds regions of a page in states of one's choice: `?rehearse=tasks:loading:3000,lists:failed:unavailable`.
///
/// Each cue is `region:state`, `region:loading:milliseconds` (then its content), `region:failed:kind` or
/// `region:empty:reason`, `region:refreshing` and `region:stale`. A region or a state that does not exist is passed over.
public struct Rehearsal: Hashable, Sendable {
  /// What a region is to do.
  public enum Cue: Hashable, Sendable {
    /// Load for so long, then go on as usual; for ever where nil.
    case loading(Duration?)
    /// Be empty for that reason.
    case empty(String)
    /// Fail in that way.
    case failed(Failure.Kind)
    /// Show content behind which a refresh runs.
    case refreshing
    /// Show content whose refresh has failed.
    case stale
    /// Never have been loaded.
    case unloaded
  }

  let cues: [String: Cue]

  /// The cues of a query's value; nil if there are none.
  init?(_ value: String?) {
    guard let value else { return nil }
    var cues: [String: Cue] = [:]
    for cue in value.split(separator: ",") {
      let parts = cue.split(separator: ":").map(String.init)
      guard parts.count >= 2 else { continue }
      cues[parts[0]] = Cue(parts[1], parts.count > 2 ? parts[2] : nil)
    }
    guard !cues.isEmpty else { return nil }
    self.cues = cues
  }
}

extension Rehearsal.Cue {
  init?(_ state: String, _ detail: String?) {
    switch state {
    case "loading": self = .loading(detail.flatMap { Int($0) }.map { .milliseconds(max(0, $0)) })
    case "empty": self = .empty(detail ?? "nothing-yet")
    case "failed": self = .failed(detail.flatMap(Failure.Kind.init(rawValue:)) ?? .unavailable)
    case "refreshing": self = .refreshing
    case "stale": self = .stale
    case "unloaded": self = .unloaded
    default: return nil
    }
  }
}

extension Page {
  /// The page with the loads of the named regions replaced. It has no ETag.
  func rehearsing(_ rehearsal: Rehearsal, clock: any Clock<Duration>) -> Page {
    var page = self
    page.edition = nil
    page.parts = parts.map { part in
      switch part {
      case .piece: part
      case .region(let region):
        rehearsal.cues[region.name].map { .region(region.rehearsing($0, clock: clock)) } ?? part
      }
    }
    return page
  }
}

extension Region {
  /// The region with its load replaced by what a rehearsal says.
  public func rehearsing(_ cue: Rehearsal.Cue, clock: any Clock<Duration>) -> any PageRegion {
    switch cue {
    case .loading(let duration): replacing(Late(content: content, by: duration ?? .seconds(3600), clock: clock))
    case .empty(let name):
      replacing(Fixed(end: .success(.empty(S.emptyReasons.first { $0.name == name } ?? Reason(name)))))
    case .failed(let kind): replacing(Fixed(end: .failure(.failed(example(kind)))))
    case .refreshing:
      sample.map { replacing(Late(content: content, by: .seconds(3600), clock: clock), from: $0) } ?? self
    case .stale:
      sample.map { replacing(Fixed(end: .failure(.failed(example(.timedOut)))), from: $0) } ?? self
    case .unloaded: replacing(Fixed(end: .failure(.cancelled)))
    }
  }

  private var sample: ViewState<S.Content>? {
    S.samples.first.map { .content($0.content, .idle) }
  }

  private func example(_ kind: Failure.Kind) -> Failure {
    S.failures.first { $0.kind == kind } ?? Failure(kind)
  }

  private func replacing(
    _ content: some StatefulContent<S.Content>, from start: ViewState<S.Content> = .unloaded
  ) -> Region {
    Region(
      name, content, caption: caption, from: start, edition: nil, retry: retry, placement: placement, weight: weight)
  }
}

/// A load that takes longer than it needs.
private struct Late<Content: Sendable>: StatefulContent {
  let content: any StatefulContent<Content>
  let by: Duration
  let clock: any Clock<Duration>

  init(content: any StatefulContent<Content>, by: Duration, clock: any Clock<Duration>) {
    self.content = content
    self.by = by
    self.clock = clock
  }

  func load(progress: @escaping @Sendable (Progress) -> Void) async throws(Interruption) -> Loaded<Content> {
    do { try await clock.sleep(for: by) } catch { throw .cancelled }
    return try await content.load(progress: progress)
  }
}

/// A load that ends at once, as told.
private struct Fixed<Content: Sendable>: StatefulContent {
  let end: Result<Loaded<Content>, Interruption>

  func load(progress: @escaping @Sendable (Progress) -> Void) async throws(Interruption) -> Loaded<Content> {
    try end.get()
  }
}
