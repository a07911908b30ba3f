package import StateViews

/// A way on from a failed state: a link or a button. The message `way.<name>` is its label.
package struct Way: Hashable, Sendable {
  package enum Style: Hashable, Sendable {
    /// The button to press.
    case primary
    case button
    case link
  }

  let name: String
  let target: Fact
  let place: String
  let style: Style
  let posts, leads: Bool

  /// Creates a way on.
  /// - Parameters:
  ///   - name: its name, for the message with its label.
  ///   - target: where it leads, or where its form is sent: an address or an intent.
  ///   - place: the fragment of that page, such as `#password`; empty for its top.
  ///   - style: how prominent it is.
  ///   - posts: whether it is a form instead of a link.
  ///   - leads: whether it is the likely remedy: it is before the retry button, and in the banner over older content.
  package init(
    _ name: String, _ target: Fact, at place: String = "", _ style: Style = .button, posts: Bool = false,
    leads: Bool = false
  ) {
    (self.name, self.target, self.place) = (name, target, place)
    (self.style, self.posts, self.leads) = (style, posts, leads)
  }

  var label: String { "\(MessageCatalogue.folder)/way.\(name)" }
}

/// What a failed state offers beside its words.
package struct WaysOn: Sendable {
  /// The template of its picture, `{{> *.icon}}`.
  package var icon: String
  /// The ways on beside a retry.
  package var ways: [Way]
  package var offersRetry: Bool
  /// Whether the request id is shown: not where nothing is to be found in the log.
  package var showsRequest: Bool

  /// Creates what a failed state offers.
  package init(icon: String = "", _ ways: [Way] = [], offersRetry: Bool = true, showsRequest: Bool = true) {
    (self.icon, self.ways, self.offersRetry, self.showsRequest) = (icon, ways, offersRetry, showsRequest)
  }

  /// Chooses what a failure of a screen offers.
  package typealias Choice = @Sendable (_ screen: ViewName, _ failure: Failure) -> WaysOn
}

struct WayView: TemplateView {
  static let fields: [String: Field<WayView>] = [
    "href": .address(.address) { view, catalogue in (catalogue.address(of: view.way.target) ?? "") + view.way.place },
    "posts": .flag(\.way.posts),
    "primary": .flag { $0.way.style == .primary },
    "plain": .flag { $0.way.style == .link },
    "label": .chosen(.label, \.way.label),
    "last": .flag(\.isLast),
  ]
  let way: Way
  let isLast: Bool

  static func rows(_ ways: [Way]) -> [WayView] {
    ways.enumerated().map { WayView(way: $1, isLast: $0 == ways.count - 1) }
  }
}
