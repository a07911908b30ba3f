/// Checks that the markup of a template is safe whatever its tags print, and finds the place of each tag.
///
/// A section can be printed or omitted, and rows are printed any number of times: after it, the markup can be in any
/// state that either leaves it in.
struct TemplateMarkup {
  private(set) var tags: [TemplateTags.Tag] = []
  /// The problems, with their lines, in order.
  private(set) var problems: [TagProblem] = []
  /// The addresses of the app that are written out, by the offsets of their first slashes in the template.
  private(set) var addresses: Set<Int> = []
  /// The problems that the template has below a base path only.
  private(set) var problemsBelow: [TagProblem] = []
  private var seen: Set<String> = []

  /// The maximum number of states to follow through repeated rows.
  private static let limit = 16

  init(_ tags: [TemplateTags.Tag]) {
    var states: Set<MarkupState> = [.text]
    self.tags = walk(tags, &states)
    if states != [.text] {
      report(Self.lines(of: tags), "it ends within a tag, an attribute, a comment, or an element such as a title")
    }
    if problems.isEmpty { problems = ElementNesting(tags).problems }
  }

  private mutating func walk(_ tags: [TemplateTags.Tag], _ states: inout Set<MarkupState>) -> [TemplateTags.Tag] {
    var walked: [TemplateTags.Tag] = []
    var rest = tags[...]
    while let tag = rest.popFirst() {
      switch tag {
      case .text(let text, let line, let offset):
        take(text, line, offset, &states)
        walked.append(tag)
      case .variable(let name, _, let line):
        walked.append(.variable(name, place(of: "{{\(name)}}", line, &states), line: line))
      case .partial(let name, _, let line):
        walked.append(.partial(name, partialPlace(of: "{{> \(name)}}", line, &states), line: line))
      case .dynamicPartial(let name, _, let line):
        walked.append(.dynamicPartial(name, partialPlace(of: "{{> *\(name)}}", line, &states), line: line))
      case .section(let name, let isInverted, let inner, _, let line):
        let skipped = states
        let place = TagPlace(address: states.lazy.compactMap(\.openAddress).first)
        walked.append(.section(name, inverted: isInverted, repeated(inner, line, &states), place, line: line))
        // A section and its inverse, of which exactly one is printed.
        if case .section(name, !isInverted, let otherwise, _, let line)? = rest.first {
          rest.removeFirst()
          var others = skipped
          walked.append(.section(name, inverted: !isInverted, repeated(otherwise, line, &others), place, line: line))
          states.formUnion(others)
        } else {
          states.formUnion(skipped)
        }
      }
    }
    return walked
  }

  /// Walks a section that is printed once or more. Rows that begin an address are reported later, by their kind.
  private mutating func repeated(
    _ inner: [TemplateTags.Tag], _ line: Int, _ states: inout Set<MarkupState>
  ) -> [TemplateTags.Tag] {
    var entered = states
    var walked = walk(inner, &states)
    var (others, again) = (self, states)
    _ = others.walk(inner, &again)
    guard !again.isSubsetButForAddresses(of: entered.union(states)) else { return walked }
    while !states.isSubset(of: entered), entered.count < Self.limit {
      entered.formUnion(states)
      states = entered
      walked = walk(inner, &states)
    }
    return walked
  }

  private mutating func take(_ text: String, _ first: Int, _ offset: Int, _ states: inout Set<MarkupState>) {
    var line = first
    // Without duplicates. They are few, so that comparing them takes less time than hashing them.
    var current = Array(states)
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      defer { if scalar == "\n" { line += 1 } }
      // Text between tags stays that.
      if scalar != "<", current.allSatisfy({ $0.mode == .text }) { continue }
      if scalar == "/", !["/", "\\"].contains(scalars.dropFirst(index + 1).first) {
        noteAddress(at: offset + index, line, current)
      }
      var next: [MarkupState] = []
      for state in current {
        let (after, problems) = MarkupTokenizer.states(after: scalar, in: state)
        for state in after where !next.contains(state) { next.append(state) }
        for problem in problems { report(line, problem.message) }
      }
      current = next
    }
    states = Set(current)
  }

  /// Notes a slash that begins an address.
  private mutating func noteAddress(at offset: Int, _ line: Int, _ states: [MarkupState]) {
    guard states.contains(where: \.isBeforeAddress) else { return }
    addresses.insert(offset)
    if let other = states.first(where: { $0.address != nil && !$0.isBeforeAddress }) {
      let message =
        """
        the address in \(other.attribute) begins or goes on here, which is not told apart below a base path: write each whole \
        address in a section of its own
        """
      if seen.insert("\(line) \(message)").inserted { problemsBelow.append(TagProblem(line: line, message: message)) }
    }
  }

  private mutating func place(of tag: String, _ line: Int, _ states: inout Set<MarkupState>) -> TagPlace {
    var place = TagPlace()
    states = Set(
      states.map { state in
        var state = state
        switch state.mode {
        case .text, .comment, .bogusComment, .characterData: break
        case .rawText(of: "style", _): report(line, "\(tag) stands in a style, where text can become anything")
        case .rawText: break
        case .value(.double): fill(&state, tag, line, &place)
        case .tagOpen, .endTagOpen, .tagName, .beforeAttribute, .attributeName, .afterAttributeName, .beforeValue,
          .value, .declaration:
          report(line, "a tag in an attribute that is not in double quotes")
        }
        return state
      })
    return place
  }

  private mutating func fill(_ state: inout MarkupState, _ tag: String, _ line: Int, _ place: inout TagPlace) {
    place.isInAttribute = true
    switch state.kind {
    case .page: report(line, "\(tag) stands in srcdoc, where text becomes a page")
    case .addresses where state.kind == .addresses(separator: ";"):
      report(line, "\(tag) stands in an animation's \(state.attribute), where text can become a script")
    case .plain, .script, .style: break
    case .address, .addresses:
      switch state.address {
      case .start:
        place.address = state.attribute
        state.address = .printed
      case .scheme, .printed:
        report(line, MarkupTokenizer.Problem.address(.puttingTogether, attribute: state.attribute).message)
        state.address = .decided
      case .decided, nil: break
      }
    }
    if state.element == "meta", state.attribute == "content" {
      // In a refresh, the content is the address to load.
      if state.refreshes { place.address = state.attribute } else { state.fillsContent = true }
    }
  }

  private mutating func partialPlace(of tag: String, _ line: Int, _ states: inout Set<MarkupState>) -> TagPlace {
    var place = place(of: tag, line, &states)
    if let attribute = place.address {
      report(line, "\(tag) cannot begin the address in \(attribute): write the field itself there")
      place.address = nil
    }
    return place
  }

  private mutating func report(_ line: Int, _ message: String) {
    if seen.insert("\(line) \(message)").inserted { problems.append(TagProblem(line: line, message: message)) }
  }

  private static func lines(of tags: [TemplateTags.Tag]) -> Int {
    switch tags.last {
    case .text(let text, let line, _): line + text.utf8.count { $0 == UInt8(ascii: "\n") }
    case .variable(_, _, let line), .partial(_, _, let line), .dynamicPartial(_, _, let line): line
    case .section(_, _, let inner, _, let line): max(line, lines(of: inner))
    case nil: 1
    }
  }
}

extension Set<MarkupState> {
  /// Whether `others` contains all of these states, ignoring how much of their addresses was read.
  fileprivate func isSubsetButForAddresses(of others: Self) -> Bool {
    func bare(_ states: Self) -> Self {
      Set(
        states.map { state in
          var state = state
          state.address = nil
          return state
        })
    }
    return bare(self).isSubset(of: bare(others))
  }
}

struct TagPlace: Hashable {
  /// Whether it is in an attribute's value, in at least one way to print the template.
  var isInAttribute = false
  /// The attribute, if the tag can begin its address.
  var address: String?
}

extension MarkupTokenizer.Problem {
  fileprivate var message: String {
    switch self {
    case .script: "<script> is not allowed: pages have no scripts"
    case .style: "style= is not allowed: browsers ignore it on these pages; use a class"
    case .event(let name): "\(name)= is not allowed: pages have no scripts; use a link or a form"
    case .refresh:
      "a tag fills the content of a <meta>, behind which http-equiv=\"refresh\" stands: write that in front of it"
    case .address(.scheme(let scheme), let attribute):
      "\(scheme): is not allowed in \(attribute): an address is relative, or has the scheme http, https or mailto"
    case .address(.reference, let attribute):
      "a character reference begins the address in \(attribute): write the character itself"
    case .address(.puttingTogether, let attribute):
      """
      the address in \(attribute) is put together at its beginning: begin it with one field and go on with /, ? or #, or begin \
      it with text such as /lists/
      """
    }
  }
}
