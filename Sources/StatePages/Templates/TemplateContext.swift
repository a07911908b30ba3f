import Mustache

/// A view on its way into a template: answers the engine's questions by the view's declared fields.
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

/// A declared field that has no value: prints nothing and counts as false.
///
/// Without it the engine would go on looking for the name in the views around this one, and a row without a date would print
/// its neighbour's.
struct Absent: MustacheCustomRenderable, Sendable {
  var renderText: String { "" }
  var isNull: Bool { true }
}

/// Several views seen as one, the first that declares a name answering: what is known of a region, around its state.
struct LayeredContext: MustacheParent, Sendable {
  let layers: [any MustacheParent & Sendable]

  func child(named name: String) -> Any? {
    for layer in layers {
      if let value = layer.child(named: name) { return value }
    }
    return nil
  }
}
