/// The views of one screen, by the names of their states: content is required, the others have defaults that all
/// screens share.
///
/// A view is whatever presents a state: on the web, the name of a template. Each state's view is found on its own, so a
/// screen can bring an empty view and take the others as they come.
public struct StateTemplates<View: Sendable>: Sendable {
  private let views: [ViewName: View]

  /// The views of a screen: of its content, which no default can know; of those other states whose default it replaces;
  /// and those `named` for nested states, such as `empty/all-done`, and for states of your own.
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

  /// The view that shows the state of this name, or `nil` for a name that neither the screen nor the defaults know.
  ///
  /// The screen's own views are asked first, nearest name first, then the defaults: for `empty/all-done` the screen's
  /// `empty/all-done`, its `empty`, the default `empty/all-done`, the default `empty`.
  public func view(for name: ViewName, or defaults: DefaultTemplates<View>) -> View? {
    views.nearest(to: name) ?? defaults.views.nearest(to: name)
  }
}

/// The views that all screens share, one for each state but content.
public struct DefaultTemplates<View: Sendable>: Sendable {
  let views: [ViewName: View]

  /// A full set of defaults, and those `named` for nested states, such as `failed/not-found`, and for states of your
  /// own, such as `signed-out`.
  public init(unloaded: View, loading: View, empty: View, failed: View, named: [ViewName: View] = [:]) {
    views = named.merging(["unloaded": unloaded, "loading": loading, "empty": empty, "failed": failed]) { $1 }
  }
}
