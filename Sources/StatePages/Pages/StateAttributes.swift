import StateViews

/// What the element of a region says about its state, for styles, tests and readers of the source.
extension ViewState {
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
