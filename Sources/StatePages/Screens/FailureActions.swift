public import StateViews

/// A way on from a failed state: a link or a button. The message `action.<name>` is its label, or a template.
///
/// ```swift
/// FailureAction("actions/board", .intent(BoardIntent.close), .primary)
/// ```
public struct FailureAction: Hashable, Sendable {
  /// How prominent it is.
  public enum Style: Hashable, Sendable {
    /// The button to press.
    case primary
    /// A button among others.
    case button
    /// A link within the text.
    case link
  }

  let name: String
  let target: Fact
  let place: String
  let style: Style
  let posts, isPrimary: Bool

  /// Creates a way on.
  /// - Parameters:
  ///   - name: its name, for the message with its label; or the name of a template with the label, such as `actions/board`.
  ///   - target: where it leads, or where its form is sent: an address or an intent.
  ///   - place: the fragment of that page, such as `#password`; empty for its top.
  ///   - style: how prominent it is.
  ///   - posts: whether it is a form instead of a link.
  ///   - isPrimary: whether it is the likely remedy: it is before the retry button, and in the banner over older content.
  public init(
    _ name: String, _ target: Fact, at place: String = "", _ style: Style = .button, posts: Bool = false,
    isPrimary: Bool = false
  ) {
    (self.name, self.target, self.place) = (name, target, place)
    (self.style, self.posts, self.isPrimary) = (style, posts, isPrimary)
  }

  var label: String { name.contains("/") ? name : "\(MessageCatalogue.folder)/action.\(name)" }
}

/// What a failed state shows beside its words: a picture, and the ways on from it.
///
/// ```swift
/// let templates = try Templates("Templates", screens: screens, pieces: pieces) { screen, failure in
///   failure.kind == .gone ? FailureActions([FailureAction("actions/board", .intent(BoardIntent.close))]) : FailureActions()
/// }
/// ```
///
/// The template of a failed state prints the picture with `{{> *.icon}}`, and all ways and the retry with `{{> states/actions}}`.
public struct FailureActions: Sendable {
  /// The template of its picture, `{{> *.icon}}`.
  public var icon: String
  /// The ways on beside a retry.
  public var actions: [FailureAction]
  /// Whether there is a retry button, if a retry can help.
  public var offersRetry: Bool
  /// Whether the request id is shown: not where nothing is to be found in the log.
  public var showsRequest: Bool

  /// Creates what a failed state offers.
  public init(icon: String = "", _ actions: [FailureAction] = [], offersRetry: Bool = true, showsRequest: Bool = true) {
    (self.icon, self.actions, self.offersRetry, self.showsRequest) = (icon, actions, offersRetry, showsRequest)
  }

  /// Chooses what a failure of a screen offers.
  public typealias Choice = @Sendable (_ screen: ViewName, _ failure: Failure) -> FailureActions
}

struct FailureActionView: TemplateView {
  static let fields: [String: Field<FailureActionView>] = [
    "href": .address(.address) { view, catalogue in
      (catalogue.address(of: view.action.target) ?? "") + view.action.place
    },
    "posts": .flag(\.action.posts),
    "primary": .flag { $0.action.style == .primary },
    "plain": .flag { $0.action.style == .link },
    "label": .chosen(.label, \.action.label),
    "last": .flag(\.isLast),
  ]
  let action: FailureAction
  let isLast: Bool

  static func rows(_ actions: [FailureAction]) -> [FailureActionView] {
    actions.enumerated().map { FailureActionView(action: $1, isLast: $0 == actions.count - 1) }
  }
}
