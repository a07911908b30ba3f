/// Tokenizes the markup of a template, character by character, as a browser would, from every possible state.
struct MarkupTokenizer {
  enum Problem: Hashable {
    case script
    case style
    case event(String)
    case address(AddressState.Problem, attribute: String)
    case refresh
  }

  /// The possible states after a character, and the problems it completes.
  static func states(after scalar: Unicode.Scalar, in state: MarkupState) -> ([MarkupState], [Problem]) {
    var step = Step(state: state)
    step.take(scalar)
    return ([step.state] + step.others, step.problems)
  }

  private struct Step {
    var state: MarkupState
    var others: [MarkupState] = []
    var problems: [Problem] = []

    mutating func take(_ scalar: Unicode.Scalar) {
      switch state.mode {
      case .text: if scalar == "<" { state.mode = .tagOpen }
      case .rawText(let element, let end): takeRawText(scalar, element, end)
      case .tagOpen: takeTagOpen(scalar)
      case .endTagOpen:
        if scalar.isLetter { beginTag(scalar, isEnd: true) } else { state.mode = scalar == ">" ? .text : .bogusComment }
      case .tagName:
        if scalar.isBlank || scalar == "/" {
          nameTag()
          state.mode = .beforeAttribute
        } else if scalar == ">" {
          nameTag()
          endTag()
        } else {
          state.element += String(scalar).lowercased()
        }
      case .beforeAttribute, .afterAttributeName, .attributeName: takeAttribute(scalar)
      case .beforeValue: takeBeforeValue(scalar)
      case .value(let quote): takeValue(scalar, quote)
      case .declaration(let read): takeDeclaration(scalar, read)
      case .bogusComment: if scalar == ">" { state.mode = .text }
      case .comment(let last): takeComment(scalar, last)
      case .characterData(let last):
        state.mode =
          last == "]]" && scalar == ">" ? .text : .characterData(last: String((last + String(scalar)).suffix(2)))
      }
    }

    private mutating func takeRawText(_ scalar: Unicode.Scalar, _ element: String, _ end: String) {
      let whole = "</" + element
      if end == whole, scalar.isBlank || scalar == "/" || scalar == ">" {
        state = .text
        guard scalar != ">" else { return }
        state.element = element
        state.isEndTag = true
        state.mode = .beforeAttribute
        return
      }
      let more = end + String(scalar).lowercased()
      state.mode = .rawText(of: element, end: whole.hasPrefix(more) ? more : scalar == "<" ? "<" : "")
    }

    private mutating func takeTagOpen(_ scalar: Unicode.Scalar) {
      switch scalar {
      case "/": state.mode = .endTagOpen
      case "!": state.mode = .declaration("")
      case "?": state.mode = .bogusComment
      case "<": break
      case _ where scalar.isLetter: beginTag(scalar, isEnd: false)
      default: state.mode = .text
      }
    }

    private mutating func beginTag(_ scalar: Unicode.Scalar, isEnd: Bool) {
      state = .text
      state.mode = .tagName
      state.element = String(scalar).lowercased()
      state.isEndTag = isEnd
    }

    /// Called at the end of the tag's name.
    private mutating func nameTag() {
      let local = state.element.split(separator: ":").last.map(String.init) ?? state.element
      if !state.isEndTag, local == "script" { problems.append(.script) }
    }

    private mutating func endTag() {
      if state.refreshes, state.fillsContent { problems.append(.refresh) }
      let (element, isEnd) = (state.element, state.isEndTag)
      state = .text
      guard !isEnd, MarkupState.rawElements.contains(element) else { return }
      var raw = MarkupState.text
      raw.mode = .rawText(of: element, end: "")
      others.append(raw)
    }

    private mutating func takeAttribute(_ scalar: Unicode.Scalar) {
      let isInName = state.mode == .attributeName
      switch scalar {
      case ">":
        if isInName { nameAttribute() }
        endTag()
      case "/":
        if isInName { nameAttribute() }
        state.mode = .beforeAttribute
      case _ where scalar.isBlank:
        guard isInName else { return }
        nameAttribute()
        state.mode = .afterAttributeName
      case "=" where state.mode != .beforeAttribute:
        if isInName { nameAttribute() }
        state.mode = .beforeValue
      default:
        if !isInName {
          state.attribute = ""
          state.mode = .attributeName
        }
        state.attribute += String(scalar).lowercased()
      }
    }

    /// Called at the end of the attribute's name. Attributes of end tags have no effect.
    private mutating func nameAttribute() {
      guard !state.isEndTag else { return }
      switch state.kind {
      case .script: problems.append(.event(state.attribute))
      case .style: problems.append(.style)
      case .plain, .address, .addresses, .page: break
      }
    }

    private mutating func takeBeforeValue(_ scalar: Unicode.Scalar) {
      guard !scalar.isBlank else { return }
      state.beginning = ""
      switch state.kind {
      case .address, .addresses: state.address = state.isEndTag ? nil : .start
      case .plain, .style, .page, .script: state.address = nil
      }
      if let quote = MarkupState.Quote(rawValue: scalar) {
        state.mode = .value(quote)
      } else if scalar == ">" {
        endTag()
      } else {
        state.mode = .value(nil)
        takeValue(scalar, nil)
      }
    }

    private mutating func takeValue(_ scalar: Unicode.Scalar, _ quote: MarkupState.Quote?) {
      let ends = quote.map { $0.rawValue == scalar } ?? (scalar.isBlank || scalar == ">")
      guard ends else { return takeInValue(scalar) }
      if state.element == "meta", state.attribute == "http-equiv", state.beginning == "refresh" {
        state.refreshes = true
      }
      state.attribute = ""
      state.address = nil
      state.beginning = ""
      if scalar == ">" { endTag() } else { state.mode = .beforeAttribute }
    }

    private mutating func takeInValue(_ scalar: Unicode.Scalar) {
      if state.attribute == "http-equiv", state.beginning.count < 8 { state.beginning += String(scalar).lowercased() }
      guard let address = state.address else { return }
      if case .addresses(let separator) = state.kind, scalar == separator || scalar.isBlank {
        state.address = .start
        return
      }
      do throws(AddressState.Problem) {
        state.address = try address.after(scalar)
      } catch {
        problems.append(.address(error, attribute: state.attribute))
        state.address = .decided
      }
    }

    private mutating func takeDeclaration(_ scalar: Unicode.Scalar, _ read: String) {
      switch (read, scalar) {
      case ("", "-"): state.mode = .declaration("-")
      case ("-", "-"): state.mode = .comment(last: "^")
      case (_, ">"): state.mode = .text
      case ("", "["):
        // A CDATA section in SVG, a comment in HTML.
        state.mode = .bogusComment
        var section = state
        section.mode = .characterData(last: "")
        others.append(section)
      default: state.mode = .bogusComment
      }
    }

    private mutating func takeComment(_ scalar: Unicode.Scalar, _ last: String) {
      let ends = ["^", "^-"].contains(last) || last.hasSuffix("--") || last.hasSuffix("--!")
      if scalar == ">", ends {
        state.mode = .text
      } else {
        state.mode = .comment(last: String((last + String(scalar)).unicodeScalars.suffix(3)))
      }
    }
  }
}

extension Unicode.Scalar {
  var isBlank: Bool { [" ", "\t", "\n", "\r", "\u{C}"].contains(self) }

  fileprivate var isLetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
}
