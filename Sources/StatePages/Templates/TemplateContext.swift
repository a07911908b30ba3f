import Mustache

/// The engine's context for a view: looks names up in the view's declared fields.
struct TemplateContext<View: TemplateView>: MustacheParent, Sendable {
  private let view: View
  private let joints: MarkupPlaceholders

  init(_ view: View, _ joints: MarkupPlaceholders) {
    self.view = view
    self.joints = joints
  }

  func child(named name: String) -> Any? {
    View.fields[name]?.value(view, joints)
  }
}

/// The value of a declared field that is absent: prints nothing and counts as false.
///
/// Without it the engine would look the name up in the outer views, and a row without a date would print another view's
/// date.
struct Absent: MustacheCustomRenderable, Sendable {
  var renderText: String { "" }
  var isNull: Bool { true }
}

/// Several contexts as one: the first that declares a name provides it. Combines a region's caption with its state.
struct LayeredContext: MustacheParent, Sendable {
  let layers: [any MustacheParent & Sendable]

  func child(named name: String) -> Any? {
    for layer in layers {
      if let value = layer.child(named: name) { return value }
    }
    return nil
  }
}
