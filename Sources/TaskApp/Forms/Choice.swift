import StatePages
import TaskFormats
import Tasks

/// One of the values of a control: an option, a radio button, or a button that chooses it at once.
struct Choice: TemplateView {
  static let fields: [String: Field<Choice>] = [
    "value": .text(\.value), "text": .text(\.text), "label": .template(among: labels.map(message), \.label),
    "selected": .flag(\.isSelected), "open": .number(\.open.ifAny), "color": .view { ListColorView($0.color) },
  ]
  let value: String
  /// The reader's own text, or one of the system.
  private(set) var text = ""
  /// The message of a value that has no such text.
  private(set) var label = ""
  let isSelected: Bool
  /// The number of open tasks of a list.
  private(set) var open = 0
  /// The color of a list or a tag.
  private(set) var color: ListColor.Name?

  /// A value with a text; by default, the value itself.
  init(_ value: String, _ text: String? = nil, isSelected: Bool = false) {
    (self.value, self.text, self.isSelected) = (value, text ?? value, isSelected)
  }

  /// A list, which is chosen by its id.
  init(_ list: ListChoice, isSelected: Bool) {
    self.init(list.id.description, ShortText.of(list.name), isSelected: isSelected)
    (open, color) = (list.open, list.color)
  }

  /// A tag, which is chosen by its name.
  private init(_ tag: Tag, _ colors: TagColors, isSelected: Bool = false) {
    self.init(tag.name, isSelected: isSelected)
    color = colors[tag]
  }

  private init(_ value: String, saying label: String, isSelected: Bool) {
    (self.value, self.label, self.isSelected) = (value, Self.message(label), isSelected)
  }

  private static func message(_ name: String) -> String { "words/\(name)" }
}

/// The controls whose choices are the same everywhere.
extension Choice {
  static func lists(_ lists: [ListChoice], _ chosen: ListID?) -> [Choice] {
    lists.map { Choice($0, isSelected: $0.id == chosen) }
  }

  /// The people to whom a task can be assigned.
  /// - Parameter chosen: the id, as a form has it.
  static func people(_ people: [Person], _ chosen: String?) -> [Choice] {
    people.map { person in
      Choice(person.account.description, ShortText.of(person.name), isSelected: person.account.description == chosen)
    }
  }

  static func tags(_ tags: [Tag]) -> [Choice] { tags.map { Choice($0.name) } }

  /// The tags of a task, and the account's most used others, up to ``Limits/offeredTags``.
  static func tags(of task: TagSet, _ common: [Tag], _ colors: TagColors) -> [Choice] {
    let own = task.tags.map { Choice($0, colors, isSelected: true) }
    let others = common.filter { !task.contains($0) }.map { Choice($0, colors) }
    return own + others.prefix(max(0, Limits.offeredTags - own.count))
  }

  static func priorities(_ chosen: Priority) -> [Choice] {
    Priority.allCases.map { Choice($0.name, saying: "priority.\($0.name)", isSelected: $0 == chosen) }
  }

  static func themes(_ chosen: String) -> [Choice] {
    Theme.allCases.map { Choice($0.rawValue, saying: "settings.\($0.rawValue)", isSelected: $0.rawValue == chosen) }
  }

  static func encodings(_ chosen: TextEncoding) -> [Choice] {
    TextEncoding.allCases.map { Choice($0.rawValue, saying: "encoding.\($0.rawValue)", isSelected: $0 == chosen) }
  }

  /// The days that a form offers by words; see ``DueWord``.
  static func dates(_ words: [DueWord], _ chosen: String) -> [Choice] { choices(words.map(\.rawValue), dates, chosen) }

  static func orders(_ chosen: TaskOrder) -> [Choice] {
    choices(TaskOrder.allCases.map(\.rawValue), orders, chosen.rawValue)
  }

  static func colors(_ chosen: ListColor.Name?) -> [Choice] {
    colors.map { Choice($0, saying: "color.\($0)", isSelected: $0 == chosen?.rawValue ?? FormField.noColor) }
  }

  static func roles(_ chosen: Role) -> [Choice] {
    choices(Role.allCases.reversed().map(\.rawValue), roles, chosen.rawValue)
  }

  static func formats(_ chosen: ExportFormat) -> [Choice] {
    choices(ExportFormat.files.map(\.rawValue), formats, chosen.rawValue)
  }

  static func units(_ chosen: Recurrence.Unit?) -> [Choice] {
    choices([never] + Recurrence.Unit.allCases.map(\.rawValue), units, chosen?.rawValue ?? never)
  }

  static func reminders(_ chosen: ReminderInput.Kind, offersSeveral: Bool) -> [Choice] {
    let kinds = ReminderInput.Kind.allCases.filter { $0 != .several || offersSeveral }
    return choices(kinds.map(\.rawValue), reminders, chosen.rawValue)
  }

  static func reminderUnits(_ chosen: Reminder.Unit) -> [Choice] {
    choices(Reminder.Unit.allCases.map(\.rawValue), reminderUnits, chosen.rawValue)
  }

  static func places(_ chosen: String) -> [Choice] { choices(["1", "2", "3", "4", "-1"], places, chosen) }

  static func choices(_ values: [String], _ says: [String: String], _ chosen: String) -> [Choice] {
    values.map { Choice($0, saying: says[$0] ?? "", isSelected: $0 == chosen) }
  }

  private static let never = "never"
  private static let dates = [
    DueWord.today.rawValue: "day.today-heading", DueWord.tomorrow.rawValue: "day.tomorrow-heading",
    DueWord.nextWeek.rawValue: "day.next-week",
  ]
  private static let colors = ListColor.Name.allCases.map(\.rawValue) + [FormField.noColor]
  private static let orders = [
    TaskOrder.hand.rawValue: "list-menu.own-order", TaskOrder.date.rawValue: "list-menu.sort-by-date",
    TaskOrder.priority.rawValue: "list-menu.sort-by-priority",
  ]
  static let pageDays = [
    "1": "sharing.a-day", "7": "sharing.a-week", "30": "sharing.a-month", "365": "sharing.a-year",
  ]
  private static let roles = [
    Role.owner.rawValue: "role.owner", Role.editor.rawValue: "role.editor", Role.viewer.rawValue: "role.viewer",
  ]
  private static let formats = [
    ExportFormat.json.rawValue: "common.json", ExportFormat.table.rawValue: "common.csv-table",
    ExportFormat.exactTable.rawValue: "export.exact-csv",
    ExportFormat.iCalendar.rawValue: "common.icalendar", ExportFormat.markdown.rawValue: "common.markdown",
    ExportFormat.todoTxt.rawValue: "common.todo-txt",
  ]
  private static let units = [
    never: "common.never", "day": "task.days", "week": "task.weeks", "month": "task.months", "year": "task.years",
  ]
  private static let reminders = [
    "none": "task.remind-never", "due": "task.remind-due", "before": "task.remind-before",
    "moment": "task.remind-moment", "several": "task.remind-several",
  ]
  private static let reminderUnits = [
    "minute": "task.minutes-before", "hour": "task.hours-before", "day": "task.days-before",
  ]
  private static let places = [
    "1": "task.first-ordinal", "2": "task.second-ordinal", "3": "task.third-ordinal", "4": "task.fourth-ordinal",
    "-1": "task.last-ordinal",
  ]

  /// The messages of all values.
  private static let labels: [String] = {
    var labels = [dates, orders, roles, pageDays, formats, units, reminders, reminderUnits, places].flatMap(\.values)
      .sorted()
    labels += Priority.allCases.map { "priority.\($0.name)" }
    labels += colors.map { "color.\($0)" }
    labels += Theme.allCases.map { "settings.\($0.rawValue)" }
    return labels + TextEncoding.allCases.map { "encoding.\($0.rawValue)" }
  }()
}
