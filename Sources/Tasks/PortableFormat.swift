/// A format that can be imported. `TaskFormats` reads it; the copy of a source (``SourceCopy``) names the one that it was read from.
package enum PortableFormat: String, CaseIterable, Hashable, Sendable {
  /// The app's own export.
  case fourfold
  /// iCalendar with VTODO components (RFC 5545).
  case iCalendar = "icalendar"
  /// todo.txt, with one task per line.
  case todoTxt = "todo.txt"
  /// Plain lines, each of them a task.
  case lines
  /// A Markdown task list.
  case markdown
  /// The app's own table (RFC 4180), as `TableWriter` writes it.
  case table = "csv"
  /// A project of Todoist as a CSV template.
  case todoist
  /// A backup of Todoist: an archive with a template for each project.
  case todoistBackup = "todoist-backup"
  /// A board or a card of Trello as JSON.
  case trello
  /// Google Tasks, as Google Takeout exports them.
  case googleTasks = "google-tasks"
  /// Microsoft To Do, with the fields of Microsoft Graph.
  case microsoftToDo = "microsoft-to-do"
  /// An export of Vikunja.
  case vikunja
  /// Remember the Milk, as its JSON.
  case rememberTheMilk = "remember-the-milk"
  /// A backup of Tasks.org as JSON.
  case tasksOrg = "tasks.org"
  /// The JSON of Taskwarrior's `task export`.
  case taskwarrior
  /// A backup of Super Productivity as JSON.
  case superProductivity = "super-productivity"
  /// An archive with files of several of these formats.
  case archive
}
