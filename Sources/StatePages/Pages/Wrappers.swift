/// The element around a region's content. Its attributes expose the region's name and state.
struct RegionWrapper: Piece {
  static let template = "pages/region"
  static let fields: [String: Field<RegionWrapper>] = [
    "screen": .text(\.screen), "placement": .text(\.placement.rawValue), "name": .text(\.name), "state": .text(\.state),
    "refresh": .optional(\.refresh), "reason": .optional(\.reason),
    "waits": .flag { $0.status != nil },
    "status": .markup { $0.status ?? .none },
    "banner": .markup(\.banner), "inside": .markup(\.inside),
  ]
  let screen: String
  let placement: Placement
  let name, state: String
  let refresh, reason: String?
  /// The progress in words, of a region that stays in its loading state.
  var status: Markup?
  let banner, inside: Markup
}

/// The placeholder of a region that is still loading in a streamed page: the fallback of its slot.
///
/// Its attributes expose the current state: loading, or content with a refresh running. It is not the region's element,
/// which is sent once, when the region has settled.
struct Placeholder: Piece {
  static let template = "pages/placeholder"
  static let fields: [String: Field<Placeholder>] = [
    "screen": .text(\.screen), "placement": .text(\.placement.rawValue), "name": .text(\.name), "state": .text(\.state),
    "refresh": .optional(\.refresh), "again": .address(\.again),
    "waits": .flag { $0.status != nil },
    "status": .markup { $0.status ?? .none },
    "banner": .markup(\.banner), "inside": .markup(\.inside),
  ]
  let screen: String
  let placement: Placement
  let name, state: String
  let refresh: String?
  /// The address of the page, for the reload link.
  let again: String
  /// The progress in words; nil if content is shown, with a band that reports the refresh.
  let status: Markup?
  let banner, inside: Markup
}

/// A later status line of a placeholder, for a slot of that placeholder.
struct StatusLine: Piece {
  static let template = "pages/status-line"
  static let fields: [String: Field<StatusLine>] = ["slot": .text(\.slot), "words": .markup(\.words)]
  let slot: String
  let words: Markup
}

/// A slot of the shadow root, with its fallback.
struct Slot: Piece {
  static let template = "pages/slot"
  static let fields: [String: Field<Slot>] = ["name": .text(\.name), "fallback": .markup(\.fallback)]
  let name: String
  let fallback: Markup
}

/// The element around a piece of the page outside the regions.
struct FixedPiece: Piece {
  static let template = "pages/piece"
  static let fields: [String: Field<FixedPiece>] = [
    "name": .text(\.name), "slot": .text(\.slot), "inside": .markup(\.inside),
  ]
  let name, slot: String
  let inside: Markup
}

/// The declarative shadow root of a streamed page: slots, with fallbacks until their regions have settled.
struct ShadowRoot: Piece {
  static let template = "pages/shadow-root"
  static let fields: [String: Field<ShadowRoot>] = ["stylesheet": .address(\.stylesheet), "slots": .markup(\.slots)]
  /// Document styles do not apply inside a shadow root: it links the same cached stylesheet.
  let stylesheet: String
  let slots: Markup
}

/// The element around the parts of a page that another one is shown beside, or over.
struct Pane: Piece {
  static let template = "pages/pane"
  static let fields: [String: Field<Pane>] = [
    "inert": .flag { $0.dismissal != nil }, "dismissal": .optionalAddress(\.dismissal), "inside": .markup(\.inside),
  ]
  /// Where the link leads that leaves the page over it; nil for one beside it.
  let dismissal: String?
  let inside: Markup
}

/// The element around the parts of a page that is kept up to date. What follows the cut closes it.
struct LiveStage: Piece {
  static let template = "pages/live"
  static let slot = "live"
  static let leadingSlot = "live-leading"
  static let fields: [String: Field<LiveStage>] = [
    "slot": .text { $0.isLeading ? leadingSlot : slot }, "leading": .flag(\.isLeading), "last": .flag(\.isLast),
    "inside": .markup(\.inside), "notes": .markup { $0.isLeading ? .none : .cut },
  ]
  let inside: Markup
  /// Whether it has the parts before a piece that lasts.
  var isLeading = false
  /// Whether all before it is over.
  var isLast = false

  static func leading(_ inside: Markup) -> Self { Self(inside: inside, isLeading: true) }
}

/// Makes the browser request the page again.
struct Renewal: Piece {
  static let template = "pages/renewal"
  static let fields: [String: Field<Renewal>] = ["when": .text { "\($0.seconds);url=\($0.address)" }]
  let seconds: Int
  /// The address, without the place where the reader is: one with a place leads there on the same page.
  let address: String
}
