import Tasks
import Testing

/// A value that is not understood is somewhere in what is read: in the task, its notes or the remarks.
struct VanishingValueTests {
  /// A file of a format with a place for a member, a property or a cell, and the names that it may have.
  struct Format: CustomTestStringConvertible {
    let name: String
    /// With `§` for the name, and `zzqx` for the value.
    let file: String
    let fields: [String]

    var testDescription: String { name }
  }

  static let formats = [
    Format(
      name: "iCalendar", file: "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\n§:zzqx\nEND:VTODO\nEND:VCALENDAR",
      fields: [
        "SUMMARY", "DESCRIPTION", "DUE", "DTSTART", "DURATION", "PRIORITY", "PERCENT-COMPLETE", "STATUS", "COMPLETED",
        "CATEGORIES", "CREATED", "LAST-MODIFIED", "RRULE", "RDATE", "EXDATE", "RELATED-TO", "LOCATION", "GEO", "URL",
        "COMMENT", "CONTACT", "ATTACH", "ATTENDEE", "COLOR", "CLASS", "RESOURCES", "DUE;TZID=Europe/Berlin",
        "X-ANYTHING",
      ]),
    Format(
      name: "our JSON",
      file:
        #"{"format":"fourfold","version":1,"lists":[{"name":"a","tasks":[{"title":"A","due":"2026-07-01","§":"zzqx"}]}]}"#,
      fields: TaskField.all.map(\.name)
        + ["percent", "uid", "parent", "created-at", "changed-at", "completed-at", "anything"]),
    Format(
      name: "a list of our JSON",
      file: #"{"format":"fourfold","version":1,"lists":[{"name":"a","§":"zzqx","tasks":[]}]}"#,
      fields: ["name", "id", "adds", "order", "created-at", "filter", "source", "anything"]),
    Format(
      name: "a table", file: "title,due,§\nA,2026-07-01,zzqx",
      fields: [
        "title", "notes", "list", "section", "depth", "parent", "due", "due time", "deadline", "start", "start time",
        "repeats", "completed", "status", "percent", "tags", "priority", "star", "created", "changed", "time zone",
        "assignee", "reminder", "attachments", "place", "url", "duration", "anything",
      ]),
    Format(
      name: "Todoist", file: "TYPE,CONTENT,PRIORITY,INDENT,§\ntask,A,,,zzqx",
      fields: ["DESCRIPTION", "RESPONSIBLE", "DATE", "DURATION", "DEADLINE", "ANYTHING"]),
    Format(
      name: "Trello", file: #"{"name":"a","lists":[{"id":"l"}],"cards":[{"idList":"l","§":"zzqx"}]}"#,
      fields: ["name", "desc", "due", "start", "dateLastActivity", "locationName", "address"]),
    Format(
      name: "a step of Trello",
      file:
        #"{"name":"a","lists":[{"id":"l"}],"cards":[{"id":"c","idList":"l"}],"checklists":[{"idCard":"c","checkItems":[{"name":"A","§":"zzqx"}]}]}"#,
      fields: ["name", "due", "state"]),
    Format(
      name: "Google Tasks", file: #"{"kind":"tasks#tasks","items":[{"title":"A","§":"zzqx"}]}"#,
      fields: ["title", "notes", "due", "created", "updated", "status", "parent", "recurrence"]),
    Format(
      name: "Microsoft To Do",
      file:
        #"[{"displayName":"a","tasks":[{"title":"A","status":"notStarted","importance":"low","createdDateTime":"2026-01-01T00:00:00Z","§":"zzqx"}]}]"#,
      fields: [
        "title", "status", "importance", "dueDateTime", "startDateTime", "completedDateTime", "createdDateTime",
        "lastModifiedDateTime",
      ]),
    Format(
      name: "Vikunja", file: #"[{"title":"a","hex_color":"","tasks":[{"id":1,"title":"A","§":"zzqx"}]}]"#,
      fields: [
        "title", "description", "due_date", "start_date", "end_date", "created", "updated", "priority", "percent_done",
        "repeat_after", "repeat_mode",
      ]),
    Format(
      name: "Remember the Milk",
      file: #"{"lists":[],"tasks":[{"series_id":"1","name":"A","§":"zzqx"}]}"#,
      fields: [
        "name", "date_due", "date_start", "date_created", "date_added", "date_modified", "date_completed", "priority",
        "repeat", "url", "estimate", "location_id", "parent_id",
      ]),
    Format(
      name: "Tasks.org", file: #"{"data":{"tasks":[{"task":{"title":"A","§":"zzqx"}}]}}"#,
      fields: [
        "title", "notes", "dueDate", "hideUntil", "creationDate", "modificationDate", "completionDate", "priority",
        "recurrence", "estimatedSeconds", "elapsedSeconds", "calendarURI",
      ]),
    Format(
      name: "todo.txt", file: "(A) A §:zzqx", fields: ["due", "t", "rec", "pri", "anything", "+a"]),
    Format(
      name: "TaskPaper", file: "- A @§(zzqx)\n- B", fields: ["due", "start", "done", "defer", "priority"]),
    Format(
      name: "Dataview", file: "- [ ] A [§:: zzqx]",
      fields: [
        "due", "start", "scheduled", "completion", "created", "repeat", "priority", "cancelled", "id", "anything",
      ]),
    Format(
      name: "Obsidian Tasks", file: "- [ ] A § zzqx",
      fields: ["📅", "⏳", "🛫", "✅", "➕", "❌", "🔁", "🆔", "⛔", "🏁", "⏫"]),
  ]

  @Test(arguments: formats)
  func `a value that is not understood is kept or told`(_ format: Format) throws {
    for field in format.fields {
      let file = try importing(format.file.replacing("§", with: field))
      #expect(String(describing: file).contains("zzqx"), "\(field)")
    }
  }

  @Test(arguments: formats + tags)
  func `the end of a long value is kept or told`(_ format: Format) throws {
    for field in format.fields {
      for value in [String(repeating: "m", count: 5_000) + "zzqx", String(repeating: "👩🏽‍🚀", count: 150) + "zzqx"] {
        let file = try importing(format.file.replacing("§", with: field).replacing("zzqx", with: value))
        // What is told to be in the notes is there.
        let isTold = ([file.remarks] + file.lists.map(\.remarks)).contains {
          $0.reasons.contains { $0.fate != .inNotes }
        }
        #expect(String(describing: file).contains("zzqx") || isTold || field == "uid", "\(field)")
      }
    }
  }

  /// Files with a tag, a section or a list of a name.
  static let tags = [
    Format(name: "tags of todo.txt", file: "(A) A §zzqx", fields: ["+", "@"]),
    Format(name: "sections and lists of tables", file: "title,§\nA,zzqx", fields: ["section", "list", "tags"]),
    Format(name: "labels of Todoist", file: "TYPE,CONTENT,PRIORITY,INDENT\ntask,A §zzqx,,", fields: ["@"]),
    Format(name: "sections of Todoist", file: "TYPE,CONTENT,PRIORITY,INDENT\n§,zzqx,,\ntask,A,,", fields: ["section"]),
    Format(
      name: "labels of Trello",
      file: #"{"name":"a","lists":[{"id":"l"}],"cards":[{"idList":"l","name":"A","labels":[{"§":"zzqx"}]}]}"#,
      fields: ["name", "color"]),
    Format(
      name: "labels of Vikunja",
      file: #"[{"title":"a","hex_color":"","tasks":[{"id":1,"title":"A","labels":[{"§":"zzqx"}]}]}]"#,
      fields: ["title"]),
    Format(
      name: "categories of Microsoft To Do",
      file:
        #"[{"displayName":"a","tasks":[{"title":"A","status":"notStarted","importance":"low","createdDateTime":"2026-01-01T00:00:00Z","§":["zzqx"]}]}]"#,
      fields: ["categories"]),
    Format(
      name: "tags of Remember the Milk", file: #"{"lists":[],"tasks":[{"series_id":"1","name":"A","§":["zzqx"]}]}"#,
      fields: ["tags"]),
    Format(
      name: "tags of Tasks.org", file: #"{"data":{"tasks":[{"task":{"title":"A"},"§":[{"name":"zzqx"}]}]}}"#,
      fields: ["tags"]),
    Format(name: "headings", file: "# A\n\n## §zzqx\n\n- [ ] B #zzqx", fields: ["a"]),
    Format(name: "tags of Markdown", file: "- [ ] A §zzqx", fields: ["#", "@"]),
  ]

  @Test(arguments: tags)
  func `a tag that is too long is in the notes, whole`(_ format: Format) throws {
    for field in format.fields where !["section", "list", "a"].contains(field) {
      let tag = String(repeating: "m", count: 5_000) + "zzqx"
      let file = try importing(format.file.replacing("§", with: field).replacing("zzqx", with: tag))
      let draft = try #require(file.tasks.first?.draft)
      #expect(draft.notes.contains(tag) || file.remarked.contains("long-title"), "\(field)")
    }
  }
}
