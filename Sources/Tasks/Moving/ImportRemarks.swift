/// Remarks by their reasons. All are counted; the first ones of each reason are kept.
public struct ImportRemarks: Hashable, Sendable {
  private var all: [ImportRemark.Reason: Counted] = [:]

  private struct Counted: Hashable, Sendable {
    var count = 0
    var examples: [ImportRemark] = []
  }

  /// The maximum number of ``examples(of:)``.
  public static let mostExamples = 20
  /// The maximum length of a value or title in a remark, in characters.
  static let exampleCharacters = 120

  /// Creates remarks.
  public init() {}

  /// Whether there are none.
  public var isEmpty: Bool { all.isEmpty }

  /// The reasons that occur, in the order of their declaration.
  public var reasons: [ImportRemark.Reason] { ImportRemark.Reason.allCases.filter { all[$0] != nil } }

  /// The number of remarks for a reason.
  public func count(of reason: ImportRemark.Reason) -> Int { all[reason]?.count ?? 0 }

  /// The number of remarks with a fate: `.leftOut` is the number of items that were not imported.
  public func count(of fate: ImportRemark.Fate) -> Int {
    all.reduce(0) { $0 + ($1.key.fate == fate ? $1.value.count : 0) }
  }

  /// The first remarks for a reason, at most ``mostExamples``.
  public func examples(of reason: ImportRemark.Reason) -> [ImportRemark] { all[reason]?.examples ?? [] }

  /// Adds a remark, its texts shortened.
  mutating func add(_ reason: ImportRemark.Reason, title: String = "", value: String = "", count: Int = 1) {
    guard count > 0 else { return }
    all[reason, default: Counted()].count += count
    guard all[reason, default: Counted()].examples.count < Self.mostExamples, !title.isEmpty || !value.isEmpty else {
      return
    }
    all[reason]?.examples.append(ImportRemark(reason, title: Self.short(title), value: Self.short(value)))
  }

  /// Adds the remarks of another collection.
  public mutating func add(_ other: ImportRemarks) {
    for (reason, counted) in other.all {
      all[reason, default: Counted()].count += counted.count
      let room = Self.mostExamples - (all[reason]?.examples.count ?? 0)
      all[reason]?.examples.append(contentsOf: counted.examples.prefix(max(room, 0)))
    }
  }

  private static func short(_ text: String) -> String {
    guard let line = ItemText.title(Array(text.utf8)[...]) else { return "" }
    let end = line.index(line.startIndex, offsetBy: exampleCharacters, limitedBy: line.endIndex)
    guard let end, end < line.endIndex else { return line }
    return String(line[..<end]) + "…"
  }
}
