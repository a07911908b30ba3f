public import StatePages
public import StateViews
import Synchronization

extension Templates {
  /// What the links and buttons of a region want, in the order of the page: a screen is tested by pressing it, without a router and a flow.
  ///
  /// ```swift
  /// let shelf = Region<ShelfScreen>("shelf", in: .content(books, .idle))
  /// let links = try templates.intents(of: shelf, as: ShelfIntent.self)
  /// #expect(links.first { $0.label == "Dune" }?.intent == .open(4))
  /// ```
  /// - Parameters:
  ///   - region: the region, in a state.
  ///   - state: the state.
  ///   - type: the type of the intents. Others are left out.
  ///   - look: the display preferences that it is rendered for.
  /// - Returns: each intent with the text of its link or button, or with its label where it has no text.
  /// - Throws: the problems of reloaded templates, or why the region is not well-formed.
  public func intents<S: Screen, I: Intent>(
    of region: Region<S>, in state: ViewState<S.Content>, as type: I.Type, for look: DisplaySettings = DisplaySettings()
  ) throws -> [(label: String, intent: I)] {
    try pressed(type) { $0.markup(of: region, in: state, for: look) }
  }

  /// What the links and buttons of a piece want; see ``intents(of:in:as:for:)``.
  /// - Throws: the problems of reloaded templates, or why the piece is not well-formed.
  public func intents<P: Piece, I: Intent>(of piece: P, as type: I.Type) throws -> [(label: String, intent: I)] {
    try pressed(type) { $0.render(piece) }
  }

  private func pressed<I: Intent>(
    _ type: I.Type, _ markup: (Catalogue) -> Markup
  ) throws -> [(label: String, intent: I)] {
    let sent = Mutex<[I]>([])
    let recorder = IntentAddresses { (intent: I) in
      sent.withLock { all in
        all.append(intent)
        return PageAddress(path: [Self.root, String(all.count - 1)])
      }
    }
    let html = markup(try current().get().sending(recorder)).html
    let intents = sent.withLock(\.self)
    return try HTMLReader.fragment(html).presses.compactMap { label, address in
      let parts = address.split(separator: "/")
      guard parts.count == 2, parts[0] == Self.root, let number = Int(parts[1]), intents.indices.contains(number) else {
        return nil
      }
      return (label, intents[number])
    }
  }

  private static var root: String { "intents" }
}

extension HTMLElement {
  /// The links and buttons, each with its address: that of its form, if it has none of its own.
  fileprivate var presses: [(label: String, address: String)] {
    var found: [(label: String, address: String)] = []
    collect(&found, in: nil, on: self)
    return found
  }

  private func collect(_ found: inout [(label: String, address: String)], in form: String?, on page: HTMLElement) {
    let form = name == "form" ? self["action"] : form
    switch (name, self["type"]) {
    case ("a", _): if let address = self["href"] { found.append((label, address)) }
    case ("button", _), ("input", "submit"), ("input", "image"):
      // A button of a row may have the address as its name, which its form passes on.
      let named = self["name"].flatMap { $0.hasPrefix("/") ? String($0.prefix { $0 != "?" }) : nil }
      let own = self["form"].flatMap { id in page.first { $0.name == "form" && $0["id"] == id }?["action"] }
      if let address = self["formaction"] ?? named ?? own ?? form { found.append((label, address)) }
    case _: break
    }
    for case .element(let child) in children { child.collect(&found, in: form, on: page) }
  }

  private var label: String {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.isEmpty ? self["aria-label"] ?? self["alt"] ?? self["value"] ?? "" : words
  }
}
