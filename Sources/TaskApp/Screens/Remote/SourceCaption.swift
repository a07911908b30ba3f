import StatePages
import StateViews
import Tasks

/// What is known of a source before its tasks are loaded: on the page of its list, its card, Today, the page of one of its tasks, and before
/// it is followed.
struct SourceCaption: TemplateView {
  static let fields: [String: Field<SourceCaption>] = [
    "host": .text(\.host), "checked": .view(\.checked), "former": .flag(\.isFormer), "choosing": .flag(\.isChoosing),
    "cardName": .optional { $0.isCard ? $0.list?.name : nil },
    "id": .optional { $0.list?.id.description },
    "href": .optionalLink { $0.list.map { .openList($0.id) } },
    "name": .optional(\.list?.name), "color": .view { $0.list.flatMap(ListColorView.init) },
    "label": .optional { $0.list.map { ShortText.of($0.name) } },
    // Without a copy, the count of the list is meaningless.
    "open": .number { caption in caption.checked.flatMap { _ in caption.list?.open.ifAny } },
    // What is late or matches is counted by cards of own lists and filters only.
    "late": .number { _ in nil }, "matches": .number { _ in nil }, "filter": .flag { _ in false },
    "refreshAction": .optionalForm { $0.list.flatMap { $0.role.may(.follow) ? .list($0.id, .refresh) : nil } },
    "changeHref": .optionalAddress(\.changeHref), "nextHref": .optionalAddress(\.nextHref),
    "action": .optionalAddress(\.action),
  ]
  let host: String
  /// The list that follows it; nil before that.
  var list: ListSummary?
  /// Whether it is one of several on a page, told apart by their names.
  var isCard = false
  var isChoosing = false
  /// When the copy shown during a fetch, or after a failed one, was last current; nil if there is none.
  var checked: Moment?
  /// Whether the copy was fetched from the source's previous address.
  var isFormer = false
  /// The page that changes the address, the next one, and the form that chooses a list, before it is followed.
  var changeHref, nextHref, action: String?
}

extension SourceCaption {
  init(
    _ source: Source, of list: ListSummary? = nil, isCard: Bool = false, isChoosing: Bool = false,
    for look: DisplaySettings
  ) {
    self.init(
      host: source.address.host, list: list, isCard: isCard, isChoosing: isChoosing,
      checked: source.copy.map { Moment($0.checked, for: look) }, isFormer: source.copy?.isFormer == true)
  }
}
