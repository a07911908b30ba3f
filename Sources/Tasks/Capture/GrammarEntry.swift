/// What is wrong in the file of a grammar, with the file and the entry: `Grammars/de.json: words.MONTH: unknown`.
package struct GrammarProblem: Error, CustomStringConvertible {
  package let description: String
}

/// An entry of a grammar's file: an object of entries, a text, or an array of texts.
struct GrammarEntry {
  private let file: String
  /// The names of the entries that lead to it.
  private let path: [String]
  /// Nil for an entry that is missing, and read as an empty one.
  private let value: JSONValue?

  private init(_ file: String, _ path: [String], _ value: JSONValue?) {
    (self.file, self.path, self.value) = (file, path, value)
  }

  /// The whole file of a language.
  init(_ json: String, language: String) throws(GrammarProblem) {
    let file = "Grammars/\(language).json"
    do throws(JSONProblem) {
      self.init(file, [], try JSONValue(checking: Array(json.utf8)[...]))
    } catch {
      throw GrammarProblem(description: "\(file): not valid JSON")
    }
  }

  func problem(_ text: String) -> GrammarProblem {
    GrammarProblem(description: "\(file): \(path.isEmpty ? "" : path.joined(separator: ".") + ": ")\(text)")
  }

  /// An entry that is not there.
  var missing: GrammarEntry { GrammarEntry(file, path, nil) }

  /// The entries of an object in their order.
  /// - Parameter name: what a name stands for; nil if it is unknown.
  func members<Name>(_ name: (String) -> Name?) throws(GrammarProblem) -> [(name: Name, entry: GrammarEntry)] {
    guard let value else { return [] }
    guard value.isObject else { throw problem("an object is expected") }
    var (members, known): ([(name: Name, entry: GrammarEntry)], Set<String>) = ([], [])
    for (text, value) in value.pairs {
      let entry = GrammarEntry(file, path + [text], value)
      guard let name = name(text) else { throw entry.problem("unknown") }
      guard known.insert(text).inserted else { throw entry.problem("is there twice") }
      members.append((name, entry))
    }
    return members
  }

  /// The text, or the texts of the array.
  func texts() throws(GrammarProblem) -> [String] {
    guard let value else { return [] }
    let items = value.isArray ? Array(value.items) : [value]
    let texts = items.compactMap(\.string)
    guard texts.count == items.count else { throw problem("a text or an array of texts is expected") }
    return texts
  }

  var isTrue: Bool { value?.isTrue == true }

  func text() throws(GrammarProblem) -> String { try texts().joined() }

  /// Numbers with spaces between, `4-20` for those from 4 to 20.
  func numbers() throws(GrammarProblem) -> Set<Int> {
    var numbers: Set<Int> = []
    for part in try text().split(separator: " ") {
      let ends = part.split(separator: "-").map { Int($0) ?? 0 }
      guard let first = ends.first, let last = ends.last, 0 < first, first <= last, last < 100 else {
        throw problem("“\(part)” is no number below 100")
      }
      numbers.formUnion(first...last)
    }
    return numbers
  }

  /// Names with spaces between; an underscore is a space within a name.
  /// - Parameter fold: the spelling in which names are compared.
  func names(_ fold: (String) -> String) throws(GrammarProblem) -> [String] {
    var (names, known): ([String], Set<String>) = ([], [])
    for name in try texts().flatMap({ $0.split(separator: " ") }) {
      let folded = fold(String(name.replacing("_", with: " ")))
      guard known.insert(folded).inserted else { throw problem("“\(name)” is there twice") }
      guard folded.count(where: { $0 == " " }) < 3 else { throw problem("“\(name)” has more than three words") }
      names.append(folded)
    }
    return names
  }

  /// The values of names, in an object of the names of each value.
  func values<Value>(
    _ fold: (String) -> String, _ value: (String) -> Value?
  ) throws(GrammarProblem) -> [(name: String, value: Value)] {
    var (values, known): ([(name: String, value: Value)], Set<String>) = ([], [])
    for (value, entry) in try members(value) {
      for name in try entry.names(fold) {
        guard known.insert(name).inserted else { throw problem("“\(name)” is there twice") }
        values.append((name, value))
      }
    }
    return values
  }
}
