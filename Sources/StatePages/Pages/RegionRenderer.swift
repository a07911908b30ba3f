package import StateViews

struct RegionRenderer: Sendable {
  var catalogue: Catalogue
  let look: DisplaySettings
  /// What the names of regions begin with, on a page beside another.
  var prefix = ""
  /// The request id, shown with failures.
  let request: String?
  /// The address of the page, for the reload link of a placeholder.
  let address: String
  /// Requests the page again; nil on a page that answers a form.
  var again: FormAction?
  /// The number of slots in a placeholder for later status lines.
  var statusLines = StatusLines.limit

  func element<S: Screen>(of region: Region<S>, in state: ViewState<S.Content>) -> Markup {
    catalogue.render(
      RegionWrapper(
        screen: S.name.path, placement: region.placement, name: prefix + region.name, state: state.stateAttribute,
        refresh: state.refreshAttribute, reason: state.reasonAttribute,
        status: state.content == nil && state.isLoading
          ? words(state.stage.map(StatusWords.stage) ?? .first, of: region) : nil,
        banner: banner(of: region, in: state), inside: inside(of: region, in: state)))
  }

  func element<G: Gate>(of gate: GateRegion<G>) -> Markup {
    let template = catalogue.template(of: G.name, for: gate.templateName)
    return catalogue.render(
      RegionWrapper(
        screen: G.name.path, placement: .page, name: prefix + gate.name, state: GateState.name, refresh: nil,
        reason: gate.reason.rawValue, banner: .none,
        inside: template.map { catalogue.render(gate.view, by: $0) } ?? .none))
  }

  /// The placeholder of a region that is still loading: words and a skeleton, or the last good copy.
  func placeholder<S: Screen>(of region: Region<S>, in state: ViewState<S.Content>) -> Markup {
    catalogue.render(
      Placeholder(
        screen: S.name.path, placement: region.placement, name: prefix + region.name, state: state.stateAttribute,
        refresh: state.refreshAttribute, again: address,
        status: state.content == nil ? statusSlots(of: region, in: state) : nil, banner: banner(of: region, in: state),
        inside: inside(of: region, in: state)))
  }

  /// A later status line of a placeholder; `number` counts from 1 to ``StatusLines/limit``.
  func statusLine<S: Screen>(_ number: Int, of region: Region<S>, _ words: StatusWords) -> Markup {
    catalogue.render(StatusLine(slot: slot(number, of: region.name), words: self.words(words, of: region)))
  }

  private func inside<S: Screen>(of region: Region<S>, in state: ViewState<S.Content>) -> Markup {
    func render(_ view: some TemplateView, by name: ViewName? = nil) -> Markup {
      let name = name ?? state.templateName
      guard let template = catalogue.template(of: S.name, in: region.templates, for: name) else { return .none }
      return catalogue.render(view, by: template, around: region.caption)
    }
    let record = StateWords(owners: S.owners, state: state.templateName)
    switch state {
    case .unloaded: return render(UnloadedView(retry: retry(of: region).map(RetryForm.init), words: record))
    case .loading:
      if catalogue.template(of: S.name, in: region.templates, for: "loading") != nil { return render(LoadingView()) }
      guard let sample = S.samples.first else { return .none }
      let view = S.placeholder(of: sample.content, for: region.caption, look)
      return Redaction.skeleton(of: render(view, by: S.contentTemplate(of: sample.content)))
    case .content(let content, _): return render(S.view(of: content, for: look), by: S.contentTemplate(of: content))
    case .empty(let reason), .other(let reason): return render(EmptyView(reason: reason, look: look, words: record))
    case .failed(let failure): return render(failed(failure, region, in: "failed"))
    }
  }

  private func banner<S: Screen>(of region: Region<S>, in state: ViewState<S.Content>) -> Markup {
    func render(_ view: some TemplateView) -> Markup {
      guard let name = state.refreshTemplateName,
        let template = catalogue.template(of: S.name, in: region.templates, for: name)
      else { return .none }
      return catalogue.render(view, by: template, around: region.caption)
    }
    switch state {
    case .content(_, .running(let stage)):
      let words = StateWords(owners: S.owners, state: "refreshing")
      return render(StatusView(stage: stage, look: look, words: words))
    case .content(_, .failed(let failure)): return render(failed(failure, region, in: "refresh-failed"))
    case .unloaded, .loading, .content(_, .idle), .empty, .other, .failed: return .none
    }
  }

  /// A screen without content shows a failure of the whole page, which leads to the start page if its app gives it no retry.
  private func retry<S: Screen>(of region: Region<S>) -> FormAction? {
    region.retry ?? (S.Content.self == Never.self ? nil : again)
  }

  private func failed<S: Screen>(_ failure: Failure, _ region: Region<S>, in state: String) -> FailedView {
    var failure = failure
    // What is not there is no fault that the log explains.
    if failure.kind != .notFound { failure.request = failure.request ?? request }
    return FailedView(
      failure, look: look, retry: retry(of: region),
      words: StateWords(owners: S.owners, state: failure.templateName(in: state)),
      offer: catalogue.failureActions(S.name, failure))
  }

  /// The first status line, nested in slots for the later ones: content of an outer slot replaces everything inside.
  private func statusSlots<S: Screen>(of region: Region<S>, in state: ViewState<S.Content>) -> Markup {
    let first = words(state.stage.map(StatusWords.stage) ?? .first, of: region)
    return (0..<statusLines).reduce(first) { inner, number in
      catalogue.render(Slot(name: slot(number + 1, of: region.name), fallback: inner))
    }
  }

  private func words<S: Screen>(_ words: StatusWords, of region: Region<S>) -> Markup {
    guard let template = catalogue.template(of: S.name, in: region.templates, for: words.name) else { return .none }
    let record = StateWords(owners: S.owners, state: words.name)
    return catalogue.render(
      StatusView(stage: words.stage, look: look, words: record), by: template, around: region.caption)
  }

  private func slot(_ number: Int, of region: String) -> String { "\(prefix)\(region)-status-\(number)" }
}

extension ViewState {
  /// The name of the state's template.
  ///
  /// A reason within a state nests: `empty/all-done`, `failed/unavailable`, `failed/not-found/unknown-address`.
  package var templateName: ViewName {
    switch self {
    case .unloaded: "unloaded"
    case .loading: "loading"
    case .content: "content"
    case .empty(let reason): ViewName("empty/\(reason.name)")
    case .other(let reason): ViewName("other/\(reason.name)")
    case .failed(let failure): failure.templateName(in: "failed")
    }
  }

  /// The name of the template for the band over content that is being refreshed; nil if there is no band.
  var refreshTemplateName: ViewName? {
    switch self {
    case .content(_, .running): "refreshing"
    case .content(_, .failed(let failure)): failure.templateName(in: "refresh-failed")
    case .unloaded, .loading, .content(_, .idle), .empty, .other, .failed: nil
    }
  }
}

extension Failure {
  /// The name of the template for this failure within a state, `failed` or `refresh-failed`.
  func templateName(in state: String) -> ViewName {
    reason.name == kind.rawValue
      ? ViewName("\(state)/\(kind.rawValue)") : ViewName("\(state)/\(kind.rawValue)/\(reason.name)")
  }
}

/// The attributes of a region's element that expose its state to styles and tests.
extension ViewState {
  /// The attribute `data-state`.
  var stateAttribute: String { name.path }

  /// The attribute `data-refresh`, if a refresh is running or has failed.
  var refreshAttribute: String? {
    switch self {
    case .content(_, .running): "running"
    case .content(_, .failed): "failed"
    case .unloaded, .loading, .content(_, .idle), .empty, .other, .failed: nil
    }
  }

  /// The reason of an empty state, or of one of the screen's own.
  var reason: Reason? {
    switch self {
    case .empty(let reason), .other(let reason): reason
    case .unloaded, .loading, .content, .failed: nil
    }
  }

  /// The attribute `data-reason`, if the state has a reason.
  var reasonAttribute: String? {
    switch self {
    case .empty(let reason), .other(let reason): reason.name
    case .failed(let failure), .content(_, .failed(let failure)): failure.reason.name
    case .unloaded, .loading, .content(_, .idle), .content(_, .running): nil
    }
  }
}
