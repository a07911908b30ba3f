import TaskFormats
import TaskStore
import Tasks

/// What an import does with each list of a file, in lines for the operator.
struct ImportReport {
  let lines: [String]
  /// The last line of a dry run.
  let dryRun: String
  private let open: ImportQuestions

  /// - Parameter sections: what sections become; nil if there are none.
  init(_ file: PortableFile, _ plan: ImportPlan, sections: SectionHandling?) {
    var lines = ["\(Self.lists(file.lists.count { !$0.isOmitted })) from \(ImportWords.name(of: file.format))"]
    if let sections { lines[0] += ", with sections, which become \(sections.rawValue)" }
    lines[0] += ":"
    for entry in plan.entries {
      lines.append("  \(entry.list.name ?? "(without a name)"): \(Self.content(of: entry))")
      lines += Self.lines(of: entry.list.remarks, indentedBy: 4)
    }
    if !file.remarks.isEmpty {
      lines.append("  Outside of lists:")
      lines += Self.lines(of: file.remarks, indentedBy: 4)
    }
    self.lines = lines.map(Self.printable)
    open = file.questions
    dryRun = "Nothing was imported. Without --dry-run: \(Self.tasks(plan.tasks)) in \(Self.lists(plan.added.count))."
  }

  /// How the command has read what the file leaves open.
  func questions(_ choices: ImportChoices) -> [String] {
    var lines: [String] = []
    if let date = open.ambiguousDate {
      let order = choices.dateOrder ?? choices.usualOrder
      let other: DateOrder = order == .monthFirst ? .dayFirst : .monthFirst
      lines.append("Dates such as \(date) are read \(order.rawValue); see --date-order \(other.rawValue).")
    }
    if let line = open.sample.first {
      lines.append(
        "The text is read as \(choices.encoding?.rawValue ?? "windows-1252"), such as “\(line)”; see --encoding.")
    }
    return lines.map(Self.printable)
  }

  /// The last line of an import.
  static func ending(_ result: ImportResult, _ account: String) -> String {
    result.lists.isEmpty
      ? "Nothing was imported: \(account) has all of it."
      : "Imported \(tasks(result.tasks)) in \(lists(result.lists.count)) for \(account)."
  }

  private static func content(of entry: ImportPlan.Entry) -> String {
    switch entry.list.kind {
    case .source(let address): return "not imported, because it follows \(address). Follow that address in the app."
    case .filter: return entry.fate == .added ? "a saved filter" : "a saved filter, which is there already"
    case .tasks:
      let present =
        entry.present == 0 ? "" : "\(tasks(entry.present)) that \(entry.present == 1 ? "is" : "are") there already"
      let trash = entry.list.deleted == nil ? "" : ", in the trash"
      if entry.fate != .added { return present.isEmpty ? "an empty list, which is there already" : present }
      return tasks(entry.list.tasks.count) + trash + (present.isEmpty ? "" : ", besides \(present)")
    }
  }

  private static func lines(of remarks: ImportRemarks, indentedBy count: Int) -> [String] {
    remarks.reasons.map { reason in
      let things = ImportWords.things(remarks.count(of: reason), of: reason)
      let fate = reason.fate == .changed ? "" : "\(ImportWords.name(of: reason.fate)): "
      let example = remarks.examples(of: reason).first.map { ", such as \(text(of: $0))" } ?? ""
      return String(repeating: " ", count: count) + fate + things + example
    }
  }

  private static func text(of example: ImportRemark) -> String {
    switch (example.title.isEmpty, example.value.isEmpty) {
    case (false, false): "“\(example.value)” of “\(example.title)”"
    case (false, true): "that of “\(example.title)”"
    case (true, _): "“\(example.value)”"
    }
  }

  private static func tasks(_ count: Int) -> String { count == 1 ? "1 task" : "\(count) tasks" }
  private static func lists(_ count: Int) -> String { count == 1 ? "1 list" : "\(count) lists" }

  /// Texts of a file must not control the terminal.
  private static func printable(_ line: String) -> String {
    String(String.UnicodeScalarView(line.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }
}

extension PortableList {
  /// Whether nothing is said of it: it follows an address, and is in the trash.
  fileprivate var isOmitted: Bool {
    switch kind {
    case .source: deleted != nil
    case .tasks, .filter: false
    }
  }
}

extension CommandProblem {
  init(importing problem: UnreadableFile, _ file: String) {
    let name = file == "-" ? "The input" : file
    self.init("\(name) cannot be imported. \(ImportWords.sentence(for: problem))")
  }

  /// Describes why nothing was imported.
  init(importing error: StoreError) {
    switch error {
    case .limit(let limit): self.init("Nothing was imported: \(Self.text(of: limit))")
    case .unavailable(.busy, _):
      self.init(
        "Nothing was imported: another import of the account, or another process, is using the database. Try again.")
    case .notFound, .gone, .forbidden, .conflict, .repeated, .taken, .unavailable, .cancelled, .internal:
      self.init(store: error)
    }
  }

  private static func text(of limit: LimitReached) -> String {
    switch limit {
    case .tasks(let count): "a list can have at most \(count) tasks."
    case .lists(let count): "the account would have more than \(count) lists."
    case .filters(let count): "the account would have more than \(count) saved filters."
    case .tags(let count): "the account would have more than \(count) tags."
    case .quota(.bytes, let count):
      "the account would store more than its quota of \(Megabytes.text(UInt64(max(0, count))))."
    case .quota(.tasks, let count): "the account would have more than its quota of \(count) tasks, the trash included."
    case .quota(.lists, let count): "the account would have more than its quota of \(count) lists, the trash included."
    case .quota(.sources, _), .feeds, .sections, .appPasswords, .tagsOfTask, .renamedTags, .subtaskLevels,
      .tasksAtOnce, .quotaOfOwner, .members, .invitations, .pages, .offers, .comments, .channels:
      "a limit is reached."
    }
  }
}
