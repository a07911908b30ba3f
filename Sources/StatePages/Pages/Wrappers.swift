/// The element around a region's state: where outsiders read which region it is and in which state.
struct RegionWrapper: Piece {
  static let template = "pages/region"
  static let fields: [String: Field<RegionWrapper>] = [
    "screen": .text(\.screen),
    "placement": .text(\.placement.rawValue),
    "name": .text(\.name),
    "state": .text(\.state),
    "refresh": .optional(\.refresh),
    "reason": .optional(\.reason),
    "band": .markup(\.band),
    "inside": .markup(\.inside),
  ]
  let screen: String
  let placement: Placement
  let name: String
  let state: String
  let refresh: String?
  let reason: String?
  let band: Markup
  let inside: Markup
}

/// What stands in a streamed page for a region that is still loading: the fallback of its slot.
///
/// It says the state that the region is in meanwhile: loading, or content whose refresh runs. It is not the region, which comes
/// when it has settled, once.
struct Placeholder: Piece {
  static let template = "pages/placeholder"
  static let fields: [String: Field<Placeholder>] = [
    "screen": .text(\.screen),
    "placement": .text(\.placement.rawValue),
    "name": .text(\.name),
    "state": .text(\.state),
    "refresh": .optional(\.refresh),
    "again": .address(\.again),
    "waits": .flag { $0.status != nil },
    "status": .markup { $0.status ?? .none },
    "band": .markup(\.band),
    "inside": .markup(\.inside),
  ]
  let screen: String
  let placement: Placement
  let name: String
  let state: String
  let refresh: String?
  /// The address of the page, for the way out.
  let again: String
  /// Words on how far the load is; nil where content stands in, over which a band says that it is refreshed.
  let status: Markup?
  let band: Markup
  let inside: Markup
}

/// A later line of a placeholder's status: goes into a slot that the placeholder keeps for it.
struct StatusLine: Piece {
  static let template = "pages/status-line"
  static let fields: [String: Field<StatusLine>] = ["slot": .text(\.slot), "words": .markup(\.words)]
  let slot: String
  let words: Markup
}

/// A slot of the shadow root with what it shows until something stands in it.
struct Slot: Piece {
  static let template = "pages/slot"
  static let fields: [String: Field<Slot>] = ["name": .text(\.name), "fallback": .markup(\.fallback)]
  let name: String
  let fallback: Markup
}

/// The element around a piece of the page that stands outside the regions.
struct FixedPiece: Piece {
  static let template = "pages/piece"
  static let fields: [String: Field<FixedPiece>] = ["name": .text(\.name), "inside": .markup(\.inside)]
  let name: String
  let inside: Markup
}

/// The declarative shadow root of a streamed page: only slots, and what they show until their region has settled.
struct ShadowRoot: Piece {
  static let template = "pages/shadow-root"
  static let fields: [String: Field<ShadowRoot>] = ["stylesheet": .address(\.stylesheet), "slots": .markup(\.slots)]
  /// Document styles do not enter a shadow root: it links the same, cached, stylesheet.
  let stylesheet: String
  let slots: Markup
}
