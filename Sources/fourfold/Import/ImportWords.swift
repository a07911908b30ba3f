import StatePages
import Tasks

/// The words about imported files for the console: formats, problems, and what was not imported as it is.
enum ImportWords {
  /// The name of a format, as in “3 lists from a Trello board”.
  static func name(of format: PortableFormat) -> String {
    switch format {
    case .fourfold: "a Fourfold export"
    case .iCalendar: "an iCalendar file"
    case .todoTxt: "a todo.txt file"
    case .lines: "plain lines"
    case .markdown: "a Markdown list"
    case .table: "a table"
    case .todoist: "a Todoist project"
    case .todoistBackup: "a Todoist backup"
    case .trello: "a Trello board"
    case .googleTasks: "a Google Tasks export"
    case .microsoftToDo: "a Microsoft To Do export"
    case .vikunja: "a Vikunja export"
    case .rememberTheMilk: "a Remember the Milk export"
    case .tasksOrg: "a Tasks.org backup"
    case .archive: "an archive"
    }
  }

  static func sentence(for problem: UnreadableFile) -> String {
    switch problem {
    case .empty: "It is empty."
    case .unknown: "Its format is not known. Export it as iCalendar, CSV, Markdown or todo.txt."
    case .webPage: "It is a web page. Download the file itself."
    case .otherJSON: "It is JSON, but of no app that is known here."
    case .otherTable:
      "It is a table, but no column is named as titles of tasks are: Title, Name or Task, and one more such as Due or Notes."
    case .notText: "It is neither text nor a zip archive."
    case .broken: "It is damaged or not complete. Export or download it again."
    case .encrypted: "It is encrypted. Unpack it first."
    case .emptyArchive: "No file in the archive has a format that is known here."
    case .tooLarge: "It is too large: at most 50 MB, and 64 MB unpacked."
    case .tooManyTasks: "It has more than 100,000 tasks or lists."
    case .tooDeep: "It is nested too deeply."
    case .tooComplex: "It takes too long to read. Export it in another format, or in parts."
    }
  }

  /// What happened to the things of a remark.
  static func name(of fate: ImportRemark.Fate) -> String {
    switch fate {
    case .leftOut: "not imported"
    case .dropped: "left out"
    case .inNotes: "put into the notes"
    case .changed: "changed"
    }
  }

  /// The things of a remark, as in “4 comments”.
  static func things(_ count: Int, of reason: ImportRemark.Reason) -> String {
    let (one, several) = words(for: reason)
    return count == 1 ? "1 \(one)" : "\(NumberPrinter.english.text(count)) \(several)"
  }

  private static func words(for reason: ImportRemark.Reason) -> (one: String, several: String) {
    switch reason {
    case .unreadable: ("item that can’t be read", "items that can’t be read")
    case .appointment: ("appointment or journal entry", "appointments and journal entries")
    case .deleted: ("deleted task", "deleted tasks")
    case .unknownFile: ("file of an unknown format", "files of an unknown format")
    case .plainItem: ("list item without a box", "list items without a box")
    case .section: ("section without tasks", "sections without tasks")
    case .text: ("line of text outside of tasks", "lines of text outside of tasks")
    case .longTitle: ("end of a long title", "ends of long titles")
    case .tag: ("label that can’t be a tag", "labels that can’t be tags")
    case .rule: ("rule of repeating that is not known here", "rules of repeating that are not known here")
    case .date: ("date that is not understood", "dates that are not understood")
    case .oldDate: ("date before 1970", "dates before 1970")
    case .unworkableRule: ("rule of repeating that can’t be worked out", "rules of repeating that can’t be worked out")
    case .comment: ("comment", "comments")
    case .link: ("link", "links")
    case .place: ("place", "places")
    case .description: ("description of a list or section", "descriptions of lists or sections")
    case .deadline: ("deadline beside the due date", "deadlines beside the due date")
    case .state: ("state of work", "states of work")
    case .duration: ("duration", "durations")
    case .longNotes: ("end of long notes", "ends of long notes")
    case .exceptions: ("exception of a repeating task", "exceptions of repeating tasks")
    case .reminder: ("reminder", "reminders")
    case .attachment: ("attached file", "attached files")
    case .person: ("person", "people")
    case .startTime: ("time of a start date", "times of start dates")
    case .lateStart: ("start after the due date", "starts after the due date")
    case .relation: ("relation to another task", "relations to other tasks")
    case .look: ("colour or cover", "colours or covers")
    case .other: ("other value", "other values")
    case .closedRule: ("rule of repeating of a completed task", "rules of repeating of completed tasks")
    case .skippedTime:
      (
        "time that the clocks skip or have twice, which is another hour",
        "times that the clocks skip or have twice, which are other hours"
      )
    case .futureTime: ("time in the future, which is now", "times in the future, which are now")
    case .depth: ("step that was nested too deeply, and moved up", "steps that were nested too deeply, and moved up")
    case .openStep:
      ("open step of a completed task, which is completed", "open steps of completed tasks, which are completed")
    case .zone:
      ("unknown time zone, whose time is kept as it is written", "unknown time zones, whose times are kept as written")
    case .closed: ("cancelled or archived task, which is completed", "cancelled or archived tasks, which are completed")
    case .longName: ("long name, which is shortened", "long names, which are shortened")
    }
  }
}
