import Foundation
import StatePages
import TaskFormats
import TaskStore
import Tasks

extension Samples {
  /// What is left out of a calendar.
  static let importRemarks: ImportRemarks = {
    let lines = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", "UID:1", "SUMMARY:Concert", "END:VEVENT", "BEGIN:VTODO",
      "UID:2", "SUMMARY:Call <b>the</b> electrician", "LOCATION:Mühlenstraße 4", "ATTENDEE:mailto:jonas@example.com",
      "ATTACH:https://example.com/plan.pdf", "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT15M", "END:VALARM",
      "END:VTODO", "END:VCALENDAR", "",
    ]
    do {
      let file = try PortableFile(
        reading: Array(lines.joined(separator: "\r\n").utf8), in: .gmt, inflate: { _, _ in nil })
      var remarks = file.remarks
      for list in file.lists { remarks.add(list.remarks) }
      return remarks
    } catch {
      return ImportRemarks()
    }
  }()

  private static func imported(
    _ name: String?, _ kind: PortableList.Kind = .tasks, isAdded: Bool = true, open: Int = 0, completed: Int = 0,
    trashed: Int = 0, subtasks: Int = 0, present: Int = 0, isInTrash: Bool = false,
    remarks: ImportRemarks = ImportRemarks(), first: [PortableTask] = []
  ) -> ImportedList {
    ImportedList(
      name: name, kind: kind, fate: isAdded ? .added : .present, open: open, completed: completed,
      trashed: trashed, subtasks: subtasks, present: present, isInTrash: isInTrash, remarks: remarks, first: first)
  }

  private static func titled(_ titles: String..., completed: Date? = nil) -> [PortableTask] {
    titles.map { title in
      PortableTask(
        uid: title, draft: TaskDraft(title: title, notes: "", due: nil, priority: .none), completed: completed)
    }
  }

  /// Tasks with all that a preview tells of one.
  private static let boardTasks: [PortableTask] = {
    var tasks = titled(
      "Call the electrician", "Measure the window", "Order the tiles", "Paint the ceiling", "Hang the lamp")
    let day = Day(of: Date(timeIntervalSince1970: TimeInterval(now)), in: .gmt)
    tasks[0].draft = TaskDraft(
      title: "Call the <b>electrician</b>", notes: "Mühlenstraße 4", due: day.adding(days: 1),
      time: TimeOfDay("14:05").map { ClockTime($0) }, repeats: Recurrence(.daily, current: day.adding(days: 1)),
      tags: TagSet(stored: "phone home/kitchen"), priority: .high)
    tasks[1].draft = TaskDraft(title: "Measure the window", notes: "", due: day.adding(days: -3), priority: .medium)
    tasks[2].draft = TaskDraft(title: "Order the tiles", notes: "", due: day.adding(days: 30), priority: .low)
    tasks[3].completed = .distantPast
    tasks[4].deleted = .distantPast
    return tasks
  }()

  static let importPreviews: [Sample<ImportPreviewScreen>] = {
    let caption = ImportPreviewScreen.Caption(
      action: TaskForm.importing(.file(UploadID(7), .start)).text,
      choicesAction: TaskForm.importing(.file(UploadID(7), .choose)).text,
      again: ImportAgain(purpose: .otherFile, href: TaskStep.importing(.file).text))
    let ofText = ImportPreviewScreen.Caption(
      action: caption.action, choicesAction: caption.choicesAction,
      again: ImportAgain(
        purpose: .changedText, href: TaskStep.importing(.text(UploadID(7))).text))
    func sample(_ name: String, _ content: ImportPreviewScreen.Content) -> Sample<ImportPreviewScreen> {
      Sample(name, caption: caption, content: content)
    }
    var questions = ImportQuestions()
    questions.ambiguousDate = "3/4/2027"
    questions.sample = ["Mühlenstraße 4", "<b>Café</b>"]
    return [
      sample(
        "board",
        .init(
          format: .trello,
          lists: [
            imported(
              "Kitchen renovation", open: 14, completed: 23, trashed: 2, subtasks: 9, remarks: importRemarks,
              first: boardTasks)
          ],
          others: 0, added: (39, 1), present: 0, remarks: ImportRemarks(), sections: ["To do", "Waiting", "Done"])),
      sample(
        "several-lists",
        .init(
          format: .fourfold,
          lists: [
            imported("Groceries", open: 1, first: titled("Oat milk")),
            imported("رحلة الصيف", open: 2, subtasks: 1, present: 1, first: titled("احجز القطار", "<b>Pack</b>")),
            imported(nil, completed: 4, first: titled("One", "Two", "Three", "Four")),
            imported("Reading", isAdded: false, present: 31), imported("Empty"),
            imported("Tax papers 2026", isAdded: false),
            imported("High priority", .filter("priority=high")),
            imported("Choir", .source("https://choir.example/tasks.ics")),
            imported("<b>Old</b> things", open: 3, isInTrash: true),
          ], others: 1_200, added: (10, 6), present: 32, remarks: importRemarks, sections: [])),
      Sample(
        "one-task", caption: ofText,
        content: .init(
          format: .lines, lists: [imported(nil, open: 1, first: titled("Buy stamps"))], others: 0, added: (1, 1),
          present: 0, remarks: ImportRemarks(), sections: [])),
      sample(
        "questions",
        .init(
          format: .table, lists: [imported("House", open: 2, first: titled("Oat milk", "Café"))], others: 0,
          added: (2, 1), present: 0, remarks: ImportRemarks(), sections: [],
          questions: ImportQuestionsView(questions, ImportChoices(encoding: .greek, dateOrder: .monthFirst)))),
      sample(
        "other-things",
        .init(
          format: .iCalendar, lists: [], others: 0, added: (0, 0), present: 0, remarks: importRemarks, sections: [])),
    ]
  }()

  static let importResults: [Sample<ImportResultScreen>] = {
    let caption = ImportResultScreen.Caption(
      againHref: TaskStep.importing(.result(UploadID(7))).text,
      previewHref: TaskStep.importing(.preview(UploadID(7))).text,
      again: ImportAgain(purpose: .otherFile, href: TaskStep.importing(.file).text))
    func sample(
      _ name: String, _ lists: [ListSummary], count: Int, tasks: Int, present: Int = 0, remarks: ImportRemarks,
      followed: Int = 0, isUndoable: Bool = true
    ) -> Sample<ImportResultScreen> {
      let outcome = ImportOutcome(
        change: changeID(40), lists: (0..<count).map { listID(Int64($0) + 1) }, tasks: tasks, present: present,
        remarks: remarks, followed: followed)
      return Sample(name, caption: caption, content: .init(outcome: outcome, lists: lists, isUndoable: isUndoable))
    }
    return [
      sample(
        "several-lists", Array(lists.prefix(6)) + [filterList], count: 7, tasks: 89, present: 2, remarks: importRemarks,
        followed: 1),
      sample("one-list", [lists[0]], count: 1, tasks: 1, remarks: ImportRemarks()),
      sample("later", [lists[1]], count: 60, tasks: 1_234, present: 1, remarks: importRemarks, isUndoable: false),
    ]
  }()
}
