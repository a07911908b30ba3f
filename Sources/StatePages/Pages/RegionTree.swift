import StateViews

/// A part of a page or of a region's content, with the newest states of its regions.
enum LoadedPart: Sendable {
  case piece(name: String, render: @Sendable (Catalogue) -> Markup)
  case region(RegionTree)

  /// - Parameter count: the number of regions before it, and afterwards before the next part.
  init(_ part: PagePart, after count: inout Int) {
    switch part.kind {
    case .piece(let name, _, let render): self = .piece(name: name, render: render)
    case .region(let region): self = .region(RegionTree(region, after: &count))
    }
  }

  var name: String {
    switch self {
    case .piece(let name, _): name
    case .region(let tree): tree.region.name
    }
  }

  /// The region; nil for a piece.
  var region: RegionTree? {
    get {
      switch self {
      case .piece: nil
      case .region(let tree): tree
      }
    }
    set { if let newValue { self = .region(newValue) } }
  }
}

/// A region in its newest state, with the parts within its content. Its number, and then theirs, are in reading order.
struct RegionTree: Sendable {
  let index: Int
  let region: any PageRegion
  private(set) var state: RegionState
  private(set) var parts: [LoadedPart]

  /// Whether its slot is on a streamed page, and what has settled is not.
  private(set) var isOpen = false
  /// Whether that slot shows the content, with slots of its own for the parts that still load.
  private var showsContent = false
  private var lines: StatusLines
  private var isStrict = false
  /// The first mistake in the states of a strict streamed page, which is shown in place of the region.
  private var mistake: ProgrammingError?

  init(_ region: any PageRegion, after count: inout Int) {
    (index, self.region, state) = (count, region, region.pending)
    count += 1
    parts = region.parts.map { LoadedPart($0, after: &count) }
    lines = StatusLines(after: nil)
  }

  /// Whether its content is shown, and with it the regions within.
  private var hasContent: Bool { state.isSettled && state.name == "content" }

  /// The regions within its content; none while it shows no content.
  private var inner: [RegionTree] { hasContent ? parts.compactMap(\.region) : [] }

  /// Whether it has settled, and everything that it shows.
  var isSettled: Bool { state.isSettled && inner.allSatisfy(\.isSettled) }

  /// Whether it is a complete result, and everything that it shows.
  var isComplete: Bool { state.isComplete && inner.allSatisfy(\.isComplete) }

  /// The regions that have not settled. Those within one that loads do so beside it.
  var pending: [(index: Int, region: any PageRegion)] {
    if state.isSettled { return inner.flatMap(\.pending) }
    return [(index, region)] + parts.compactMap(\.region).flatMap(\.pending)
  }

  /// The failure that decides the status: the first of a region that counts, as do all around it.
  var failure: Failure? {
    guard region.weight == .main else { return nil }
    return state.name == "content" ? inner.lazy.compactMap(\.failure).first : state.failure
  }

  /// The number of rows to render.
  var rows: Int { inner.reduce(state.rows) { $0 + $1.rows } }

  /// The first mistake of a region that is shown, itself included.
  var firstMistake: ProgrammingError? { state.rendering.mistake ?? inner.lazy.compactMap(\.firstMistake).first }

  /// The first region within this one that no tag has printed.
  func missing(in markup: Markup, by renderer: RegionRenderer) -> (any PageRegion)? {
    inner.lazy.compactMap { tree in
      markup.html.contains(" data-region=\"\(renderer.prefix)\(tree.region.name)\"")
        ? tree.missing(in: markup, by: renderer) : tree.region
    }.first
  }

  /// Takes a state of the region with this number, if it is here.
  mutating func apply(_ state: RegionState, at index: Int) {
    if index == self.index {
      self.state = state
      if isStrict { mistake = mistake ?? state.rendering.mistake }
    } else {
      for place in parts.indices { parts[place].region?.apply(state, at: index) }
    }
  }

  /// Lets failures go up: one that its screen has no template for is that of the nearest region around it that has one, else of the
  /// outermost.
  /// - Returns: a failure that the region around has to show.
  @discardableResult mutating func settleFailures(by catalogue: Catalogue) -> Failure? {
    guard state.isSettled else { return nil }
    if state.name == "failed" { return state.failure.flatMap { region.shows($0, by: catalogue) ? nil : $0 } }
    guard hasContent else { return nil }
    for place in parts.indices {
      guard let failure = parts[place].region?.settleFailures(by: catalogue) else { continue }
      (state, parts) = (region.failed(failure), [])
      return region.shows(failure, by: catalogue) ? nil : failure
    }
    return nil
  }
}

// MARK: - Markup

extension RegionTree {
  /// The region with everything in it. What still loads has its placeholder there, in a slot where the page is streamed.
  func markup(by renderer: RegionRenderer) -> Markup {
    let element =
      if state.isSettled, let mistake {
        renderer.element(of: region, telling: mistake)
      } else if state.isSettled {
        state.rendering.element(renderer.printing(parts))
      } else {
        state.rendering.placeholder(state.name == "content" ? renderer.printing(parts) : renderer)
      }
    return isOpen ? renderer.slot(region.name, element) : element
  }

  /// Opens its slot unless it has settled, and those of the regions that still load within content that is there.
  mutating func open(isStrict: Bool, within isShown: Bool = true) {
    (isOpen, showsContent) = (isShown && !isSettled, hasContent)
    (self.isStrict, lines) = (isStrict, StatusLines(after: state.stage))
    if isStrict, isOpen { mistake = state.rendering.mistake }
    for place in parts.indices { parts[place].region?.open(isStrict: isStrict, within: isOpen && showsContent) }
  }

  /// What fills open slots now: each region that has settled with everything in it. Content without a slot of its own for what is
  /// in it waits for that.
  mutating func filled(by renderer: RegionRenderer) -> [Markup] {
    guard isOpen else { return [] }
    if showsContent, hasContent {
      let pieces = parts.indices.flatMap { parts[$0].region?.filled(by: renderer) ?? [] }
      isOpen = !isSettled
      return pieces
    }
    guard isSettled else { return [] }
    isOpen = false
    return [markup(by: renderer)]
  }

  /// The status line of a state; nil if the region has no slot, or needs no line.
  mutating func line(for state: RegionState, at index: Int, by renderer: RegionRenderer) -> Markup? {
    if index == self.index {
      guard isOpen, let line = lines.report(state.stage) else { return nil }
      return state.rendering.statusLine(renderer, line.number, line.words)
    }
    for place in parts.indices {
      if let line = parts[place].region?.line(for: state, at: index, by: renderer) { return line }
    }
    return nil
  }

  /// The status lines of regions that have been silent for a while.
  mutating func linesOfSilence(by renderer: RegionRenderer) -> [Markup] {
    guard isOpen else { return [] }
    if !state.isSettled {
      guard let line = lines.tellSilence() else { return [] }
      return [state.rendering.statusLine(renderer, line.number, line.words)].compactMap { $0 }
    }
    return parts.indices.flatMap { parts[$0].region?.linesOfSilence(by: renderer) ?? [] }
  }
}

extension RegionRenderer {
  /// The renderer of content with these parts in it, which its view's tags print by their names.
  fileprivate func printing(_ parts: [LoadedPart]) -> RegionRenderer {
    guard !parts.isEmpty else { return self }
    var renderer = self
    for part in parts {
      switch part {
      case .piece(let name, let render): renderer.catalogue.parts[name] = element(ofPiece: name, render)
      case .region(let tree): renderer.catalogue.parts[tree.region.name] = tree.markup(by: self)
      }
    }
    return renderer
  }

  func slot(_ name: String, _ fallback: Markup = .none) -> Markup {
    catalogue.render(Slot(name: prefix + name, fallback: fallback))
  }

  func element(ofPiece name: String, _ render: (Catalogue) -> Markup) -> Markup {
    catalogue.render(FixedPiece(name: name, slot: prefix + name, inside: render(catalogue)))
  }
}
