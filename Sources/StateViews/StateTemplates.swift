/// The views of one screen, by the names of their states: content is required, the others have defaults that all
/// screens share.
///
/// A view is whatever presents a state: on the web, the name of a template. Each state's view is looked up separately,
/// so a screen can replace the empty view and use the default for the others.
public struct StateTemplates<View: Sendable>: Sendable {
  private let views: [ViewName: View]

  /// Creates the views of a screen. The view of the content is required. The other states' views replace the defaults.
  /// `named` has the views of nested states, such as `empty/all-done`, and of custom states.
  public init(
    content: View,
    unloaded: View? = nil,
    loading: View? = nil,
    empty: View? = nil,
    failed: View? = nil,
    named: [ViewName: View] = [:]
  ) {
    var views = named
    views["content"] = content
    if let unloaded { views["unloaded"] = unloaded }
    if let loading { views["loading"] = loading }
    if let empty { views["empty"] = empty }
    if let failed { views["failed"] = failed }
    self.views = views
  }

  /// The view for a state name, or `nil` if neither the screen nor the defaults have one.
  ///
  /// The screen's own views are searched first, nearest name first, then the defaults: for `empty/all-done` the
  /// screen's `empty/all-done`, its `empty`, the default `empty/all-done`, the default `empty`.
  public func view(for name: ViewName, or defaults: DefaultTemplates<View>) -> View? {
    views.nearest(to: name) ?? defaults.views.nearest(to: name)
  }
}

/// The default views that all screens share, one for each state but content.
public struct DefaultTemplates<View: Sendable>: Sendable {
  let views: [ViewName: View]

  /// Creates a full set of defaults. `named` has the views of nested states, such as `failed/not-found`, and of custom
  /// states, such as `signed-out`.
  public init(unloaded: View, loading: View, empty: View, failed: View, named: [ViewName: View] = [:]) {
    views = named.merging(["unloaded": unloaded, "loading": loading, "empty": empty, "failed": failed]) { $1 }
  }
}
