public import StateViews

extension ViewState {
  /// The template that stands for the state, nearest first by its lineage: the whole of the flow's choosing, in one switch.
  ///
  /// A reason within a state nests: `empty/all-done`, `failed/unavailable`, `failed/not-found/unknown-address`.
  public var templateName: ViewName {
    switch self {
    case .unloaded: ViewName("unloaded")
    case .loading: ViewName("loading")
    case .content: ViewName("content")
    case .empty(let reason): ViewName("empty/\(reason.name)")
    case .failed(let failure): failure.templateName(in: "failed")
    }
  }

  /// The words that stand over content because of its refresh; nil where there are none.
  var bandName: ViewName? {
    switch self {
    case .content(_, .running): ViewName("refreshing")
    case .content(_, .failed(let failure)): failure.templateName(in: "refresh-failed")
    case .unloaded, .loading, .content(_, .idle), .empty, .failed: nil
    }
  }

  /// The attribute `data-state`.
  var stateAttribute: String { name.path }

  /// The attribute `data-refresh`, where it holds.
  var refreshAttribute: String? {
    switch self {
    case .content(_, .running): "running"
    case .content(_, .failed): "failed"
    case .unloaded, .loading, .content(_, .idle), .empty, .failed: nil
    }
  }

  /// The attribute `data-reason`, where it holds.
  var reasonAttribute: String? {
    switch self {
    case .empty(let reason): reason.name
    case .failed(let failure), .content(_, .failed(let failure)): failure.reason.name
    case .unloaded, .loading, .content(_, .idle), .content(_, .running): nil
    }
  }
}

extension Failure {
  /// The template for this failure within a state, `failed` or `refresh-failed`.
  func templateName(in state: String) -> ViewName {
    reason.name == kind.rawValue
      ? ViewName("\(state)/\(kind.rawValue)") : ViewName("\(state)/\(kind.rawValue)/\(reason.name)")
  }
}
