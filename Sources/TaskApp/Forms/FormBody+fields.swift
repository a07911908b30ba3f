import Hummingbird
import StatePages
import Tasks

/// The names of all form fields: of those that a reader fills in, which ``InputField`` and ``TaskField`` declare, and of hidden fields,
/// buttons and credentials. Code refers to them by these constants only; templates spell them out.
enum FormField {
  static let name = InputField.name.rawValue
  static let version = "version"
  static let title = TaskField.title.name
  static let titles = InputField.titles.rawValue
  static let notes = TaskField.notes.name
  static let comment = InputField.comment.rawValue
  /// The newest comment on a task when the form was rendered, part of the idempotency key.
  static let newestComment = "newest-comment"
  static let due = TaskField.due.name
  /// The time zone of a due time; empty for the same time in every time zone.
  static let clock = "clock"
  /// The encoding of an imported file, and the order of its dates.
  static let encoding = "encoding"
  static let dateOrder = "date-order"
  static let language = "language"
  static let quick = "quick"
  static let list = "list"
  /// The name of a list to make, where ``list`` has the value of ``AddFormLists/new``.
  static let newList = "list-name"
  /// The list at the time the form was rendered. Only a different ``list`` moves the task.
  static let wasList = "was-list"
  /// The next action after saving.
  static let then = "then"
  /// The value of ``then`` of the button that adds the lines of ``subtasks``.
  static let addSeveral = "add-several"
  /// The task whose edit is sent along with another form of its page, and is saved first.
  static let editing = "editing"
  /// The title of a subtask to add, on the page of its task.
  static let subtask = "step"
  /// Several subtasks to add, one a line, on the page of their task.
  static let subtasks = "steps"
  /// The revision of the list to which subtasks are added, part of the idempotency key.
  static let revision = "revision"
  /// The day of a row's button. On the page of a task, ``due`` is that of the edit.
  static let day = "day"
  /// The tag of a button that gives it to a task, or takes it from it; and tags to add to those that the task has.
  static let (tag, moreTags) = ("tag", "more-tags")
  /// The number of the line of a task's notes whose box is pressed.
  static let line = "line"
  /// The change that added a task, of the button that keeps its title as typed.
  static let typed = "typed"
  /// The value of ``then`` for a form on the overview.
  static let backToLists = "lists"
  /// The value of ``then`` to arrange the list next.
  static let arrange = "arrange"
  /// The task or list that a picked one is put before, and the task that it becomes a subtask of.
  static let (before, into) = ("before", "into")
  /// The section at whose end a picked task is put; empty for the tasks before the first one.
  static let end = "end"
  static let section = "section"
  /// Whether pages leave out the subtasks of a task, or the tasks of a section: `on` or `off`.
  static let folded = "folded"
  /// The end at which a list adds tasks: `top` or `bottom`.
  static let adds = "adds"
  /// The order in which a list is shown: `hand`, `date` or `priority`; and its layout, `list`, `board` or `ticks`.
  static let (order, layout) = ("order", "layout")
  /// The color of a list: a value of `ListColor.Name`, or none.
  static let (color, noColor) = ("color", "none")
  /// The format of an export: a value of `ExportFormat`.
  static let format = "format"
  /// The query of a search to save.
  static let filter = "filter"
  static let page = "page"
  /// The moment at which a list is shown as it was.
  static let asOf = "as-of"
  /// The id of a draft that was saved while signed out.
  static let kept = "kept"
  /// The address of the step that the form was sent from, if its effect is to be shown there.
  static let from = "from"
  /// The prefix of a text that was sent while signed out and not saved, in the form that signs in.
  static let unsent = "unsent-"
  /// The address to continue to after signing in.
  static let next = "next"
  /// The setup token that the console printed for creating the first account.
  static let token = InputField.token.rawValue
  static let username = InputField.username.rawValue
  static let password = InputField.password.rawValue
  static let newPassword = InputField.newPassword.rawValue
  static let passwordAgain = InputField.passwordAgain.rawValue
  static let displayName = InputField.displayName.rawValue
  static let timeZone = InputField.timeZone.rawValue
  static let theme = InputField.theme.rawValue
  static let rows = InputField.rows.rawValue
  /// In the order of ``DayHours/times``.
  static let hours = ["morning", "afternoon", "evening", "night"]
  static let url = InputField.url.rawValue
  /// What a member of a list may do: a value of `Role`.
  static let role = "role"
  /// How many days a page by link is there, and whether tasks can be ticked on it.
  static let (days, ticks) = ("days", "ticks")
  /// Where an account is reminded: a mail address, or a topic of a server with its token.
  static let (address, server, topic, accessToken) = ("address", "server", "topic", "access-token")
  /// When it gets the tasks of a day, when nothing is sent, whether messages leave out what tasks are called, and whether a phone reminds.
  static let (digest, privateSubjects, phoneRings) = (InputField.digest.rawValue, "private", "phone")
  /// Whether a member is reminded of tasks of a shared list that are for nobody: `yes` or `no`.
  static let reminds = "reminds"
  static let (quietFrom, quietUntil) = (InputField.quietFrom.rawValue, InputField.quietUntil.rawValue)
  /// The boxes of the weekdays, which are numbered from Monday, 1.
  static func weekday(_ day: Weekday) -> String { "day-\(day.rawValue)" }
  /// The credentials for a remote list's server.
  static let sourceUser = "source-user"
  static let sourcePassword = "source-password"
  /// Ends the calendar feeds with the old password.
  static let endFeeds = "end-feeds"
  /// Whether to delete the stored credentials.
  static let sourceForget = "source-forget"
  /// The collection chosen among those at an address.
  static let collection = "collection"
  /// The list to copy to; empty for a new one. Of a picked task or list, the end that it is put at: `top` or `bottom`.
  static let to = "to"
  /// The upper bound for emptying the trash, in milliseconds since 1970: the moment its page was rendered.
  static let until = "until"
  /// Selects all tasks: the open ones of a list, or all results of a search.
  static let all = "all"
  /// What to do with the selected tasks: a value of ``SelectionAction``.
  static let change = "change"
  /// The prefix of a checkbox that selects a task, followed by its number: `task-17`. The number is the id of an own task, and the
  /// position of one to copy from a remote list.
  static let chosen = "task-"
  /// The prefix of the choice between both values of a task's field after a conflict: `keep-title`, `mine` or `theirs`.
  static let keep = "keep-"
  /// The address of the form that restores what is in the trash, to be sent before this one.
  static let restore = "restore"
  /// Whether another due date is that of `this` one of a repeating task, or of this and all `later` ones.
  static let occurrence = "occurrence"
  /// The next dates of the typed recurrence, requested instead of saving the form.
  static let showDates = "show-dates"
  static let text = "text"
  /// What the sections of an imported file become: `tags` or `lists`.
  static let sections = "sections"
  /// All field names. A form has each at most once. Unknown fields are ignored, repeated or not.
  static let known = Set(TaskField.all.flatMap { [$0.name, keep + $0.name] }).union([
    name, version, titles, clock, quick, list, newList, wasList, then, before, into, end, section, adds, order, layout,
    color, page,
    kept, next, username, password, newPassword, passwordAgain, displayName, timeZone, theme, rows, dateOrder, language,
    url,
    sourceUser, sourcePassword, sourceForget, endFeeds, collection, folded, to, all, change, token, until, from, filter,
    format, asOf, showDates, restore, text, sections, editing, subtask, subtasks, revision, day, line, tag, moreTags,
    typed,
    occurrence,
    encoding, role, days, ticks, comment, newestComment, address, server, topic, accessToken, digest, quietFrom,
    quietUntil, privateSubjects, phoneRings, reminds,
  ]).union(Weekday.allCases.map(weekday)).union(RecurrenceInput.Name.all).union(ReminderInput.Name.all).union(hours)
    .union(UnsavedForm.typed.map { unsent + $0 })
  /// The prefix of what the form of a row tells about where its row is.
  static let at = "at"
  /// Where a row is in the window, as the browser sends it with that button.
  static let rowTop = at + ".y"
  /// Fields that do not distinguish submissions.
  static let unkeyed: Set = [kept, at + ".x", FormField.rowTop]
  /// Whether the app reads a field of this name. Task checkboxes match by their prefix and number.
  static func isKnown(_ name: String) -> Bool {
    known.contains(name) || isTick(name) || isCoordinate(name) || isAddedTag(name)
  }

  /// Whether the field is a coordinate of a pressed image button.
  static func isCoordinate(_ name: String) -> Bool {
    (name.hasPrefix("/") || name.hasPrefix(at + ".")) && (name.hasSuffix(".x") || name.hasSuffix(".y"))
  }

  /// The prefix of the fields that tell the chosen tags of a new task.
  static let addedTag = "tag-"
  static func isAddedTag(_ name: String) -> Bool {
    guard name.hasPrefix(addedTag), let number = Int(name.dropFirst(addedTag.count)) else { return false }
    return (1...max(Limits.offeredTags, Limits.tagsPerTask)).contains(number)
  }

  static func isTick(_ name: String) -> Bool { name.hasPrefix(chosen) && Int(name.dropFirst(chosen.count)) != nil }

  /// Fields that are never rendered back into a form.
  static let secrets: Set = [password, newPassword, passwordAgain, sourcePassword, token, accessToken]
}

extension FormBody {
  /// The chosen tags of a new task, divided by spaces; nil if none is chosen.
  var addedTags: String? {
    let names = fields.filter { FormField.isAddedTag($0.name) }.map(\.value)
    return names.isEmpty ? nil : names.joined(separator: " ")
  }

  /// Whether the reader chose the stored value of a field over their own after a conflict.
  func keepsTheirs(_ field: TaskField) -> Bool { self[FormField.keep + field.name] == "theirs" }

  /// The size limit in bytes for a request without a known session: an address to continue to has room, percent-encoded once more.
  static let signedOutLimit = 80 * 1024
  /// The size limit in bytes for a form with notes or many titles: percent-encoding can triple 64 KiB of notes.
  static let textLimit = 256 * 1024

  /// Reads a form of this app; see `init(_:limit:reads:)`.
  init(_ request: Request, limit: Int = limit) async throws {
    try await self.init(request, limit: limit, reads: FormField.isKnown)
  }

  /// The step that the form was sent from, if its page shows the effect; nil for the page of the task's list.
  var origin: TaskStep? { self[FormField.from].flatMap(TaskStep.origin(at:)) }

  /// Address and value in the name of the pressed image button, `/tasks/17/due?due=2026-11-27`: browsers send its coordinates only.
  private var pressed: [Substring] {
    let name = fields.first { $0.name.hasPrefix("/") && $0.name.hasSuffix(".y") }?.name.dropLast(2)
    return name?.split(separator: "?", maxSplits: 1) ?? []
  }

  /// The form that the pressed image button sends, or the page that it leads to; nil if none was pressed.
  func pressedStep(below basePath: BasePath) -> TaskStep? {
    pressed.first.flatMap { basePath.inside(String($0)) }.flatMap { TaskFlow.addresses.step(at: $0) }
  }

  /// The value of the button that was pressed; nil if none of that name was.
  func button(_ name: String) -> String? {
    guard let value = pressed.dropFirst().first, value.hasPrefix(name + "=") else { return self[name] }
    return String(value.dropFirst(name.count + 1))
  }

  /// Whether a button of a row sent it, by a pointer or by a key.
  var isOfRow: Bool { fields.contains { $0.name.hasSuffix(".y") } }

  /// Where the row of the pressed button is in the window; nil unless a pointer pressed it. See ``RowAnchor``.
  var rowTop: Int? {
    if let known = self[FormField.rowTop] { return Int(known) }
    let sent = fields.first { $0.name.hasPrefix("/") && $0.name.hasSuffix(".y") }.flatMap { Int($0.value) }
    return sent.flatMap { $0 > RowAnchor.offset ? $0 - RowAnchor.offset : nil }
  }

  /// The list in a field; nil if the field is absent.
  /// - Throws: 400 if it is no valid id.
  func list(_ name: String) throws(RequestProblem) -> ListID? {
    guard let text = self[name] else { return nil }
    guard let list = ListID(text) else { throw .malformed }
    return list
  }

  /// The version that the form was rendered for; nil if the field is absent or empty.
  /// - Throws: 400 if it is no number.
  func version() throws(RequestProblem) -> ChangeID? {
    guard let text = self[FormField.version], !text.isEmpty else { return nil }
    guard let version = ChangeID(text) else { throw .malformed }
    return version
  }

  /// The choice in a field; nil if the field is absent.
  /// - Throws: 400 if it is none.
  func choice<Choice: RawRepresentable<String>>(_ name: String) throws(RequestProblem) -> Choice? {
    guard let text = self[name] else { return nil }
    guard let choice = Choice(rawValue: text) else { throw .malformed }
    return choice
  }

  /// Where a picked task is put.
  /// - Throws: 400 if no place is named.
  func taskMove() throws(RequestProblem) -> TaskMove {
    if let task = button(FormField.before).flatMap({ TaskID($0) }) { return .before(task) }
    if let task = button(FormField.into).flatMap({ TaskID($0) }) { return .into(task) }
    if let text = button(FormField.end) {
      guard let section = SectionID(text) else {
        if text.isEmpty { return .endOf(nil) }
        throw .malformed
      }
      return .endOf(section)
    }
    return try end() == .top ? .top : .bottom
  }

  /// Where a picked section is put.
  /// - Throws: 400 if no place is named.
  func sectionMove() throws(RequestProblem) -> SectionMove {
    if let section = button(FormField.before).flatMap({ SectionID($0) }) { return .before(section) }
    guard try end() == .bottom else { throw .malformed }
    return .bottom
  }

  /// Whether the subtasks of a task or the tasks of a section are to be folded.
  /// - Throws: 400 if that is not said.
  func isFolding() throws(RequestProblem) -> Bool {
    switch button(FormField.folded) {
    case "on": true
    case "off": false
    case _: throw .malformed
    }
  }

  /// Where a picked list is put.
  /// - Throws: 400 if no place is named.
  func listMove() throws(RequestProblem) -> ListMove {
    if let list = button(FormField.before).flatMap({ ListID($0) }) { return .before(list) }
    return try end() == .top ? .top : .bottom
  }

  private func end() throws(RequestProblem) -> ListEnd {
    guard let end = button(FormField.to).flatMap(ListEnd.init(rawValue:)) else { throw .malformed }
    return end
  }
}
