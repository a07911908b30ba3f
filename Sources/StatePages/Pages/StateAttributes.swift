import StateViews

/// The attributes of a region's element that expose its state to styles and tests.
extension ViewState {
  /// The attribute `data-state`.
  var stateAttribute: String { name.path }

  /// The attribute `data-refresh`, if a refresh is running or has failed.
  var refreshAttribute: String? {
    switch self {
    case .content(_, .running): "running"
    case .content(_, .failed): "failed"
    case .unloaded, .loading, .content(_, .idle), .empty, .failed: nil
    }
  }

  /// The attribute `data-reason`, if the state has a reason.
  var reasonAttribute: String? {
    switch self {
    case .empty(let reason): reason.name
    case .failed(let failure), .content(_, .failed(let failure)): failure.reason.name
    case .unloaded, .loading, .content(_, .idle), .content(_, .running): nil
    }
  }
}
