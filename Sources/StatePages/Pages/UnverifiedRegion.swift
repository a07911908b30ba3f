import StateViews

/// A failed state in place of a region with an unregistered screen.
struct UnverifiedRegion: PageRegion {
  let name: String
  let weight: Weight
  let origin: RegionOrigin

  init(_ region: any PageRegion) {
    name = region.name
    weight = region.weight
    origin = region.origin
  }

  var cacheKey: CacheKey? { nil }
  var cues: [String] { [] }
  var pending: RegionState {
    RegionState(isSettled: true, isComplete: false, failure: Failure(.internal), stage: nil, print: self)
  }

  func begin(
    timing: Timing, clock: any Clock<Duration>, report: @escaping @Sendable (RegionState) -> Void
  ) -> RegionLoad {
    report(pending)
    return RegionLoad(container: nil)
  }

  func rehearsing(_ cue: Rehearsal.Cue, clock: any Clock<Duration>) -> (any PageRegion)? { nil }
}

extension UnverifiedRegion: RegionPrint {
  func element(_ printer: RegionRenderer) -> Markup {
    let failure = Failure(.internal, request: printer.request)
    let template = printer.catalogue.sharedTemplate(for: failure.templateName(in: "failed"))
    let inside = template.map {
      printer.catalogue.render(
        FailedView(
          failure, look: printer.look, retry: nil,
          words: StateWords(owners: [], state: failure.templateName(in: "failed")),
          offer: printer.catalogue.waysOn(ViewName(origin.screen), failure)), by: $0)
    }
    return printer.catalogue.render(
      RegionWrapper(
        screen: origin.screen, placement: .page, name: name, state: "failed", refresh: nil,
        reason: failure.reason.name, banner: .none, inside: inside ?? .none))
  }
}

/// A location in an app's sources.
struct SourceLocation: Sendable, CustomStringConvertible {
  private let file: StaticString
  private let line: UInt

  init(_ file: StaticString, _ line: UInt) {
    self.file = file
    self.line = line
  }

  /// `Module/File.swift:12`.
  var description: String { "\(file):\(line)" }

  /// A name, followed by the location.
  func behind(_ name: String) -> String { "\(name) (\(description))" }
}
