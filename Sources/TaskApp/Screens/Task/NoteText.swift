import StatePages
import Tasks

/// The notes of a task as they are read.
struct NoteText: TemplateView {
  static let fields: [String: Field<NoteText>] = ["parts": .pieces(\.parts)]
  private let parts: [NotePartView]

  /// Nil for a task without notes.
  /// - Parameters:
  ///   - line: the line that was pressed last.
  ///   - isEditable: whether a press on a check box ticks it.
  init?(_ task: TaskDetail, at line: LineAnchor? = nil, isEditable: Bool) {
    if task.notes.isEmpty { return nil }
    parts = NotePart.parts(of: task.notes).map {
      NotePartView(part: $0, form: isEditable ? .task(task.id, .edit) : nil, anchor: line)
    }
  }
}

private struct NotePartView: Piece {
  static let template = "components/note-part"
  static let fields: [String: Field<NotePartView>] = [
    "runs": .pieces { NoteRunView.all($0.runs) }, "lines": .pieces(\.lines), "checks": .flag { !$0.lines.isEmpty },
  ]
  private let runs: [NoteRun]
  private let lines: [NoteLineView]

  init(part: NotePart, form: TaskCommand?, anchor: LineAnchor?) {
    switch part {
    case .paragraph(let runs): (self.runs, lines) = (runs, [])
    case .checks(let checks):
      (runs, lines) = ([], checks.map { NoteLineView(check: $0, form: form, anchor: anchor) })
    }
  }
}

/// A line with a check box.
private struct NoteLineView: Piece {
  static let template = "components/note-line"
  static let fields: [String: Field<NoteLineView>] = [
    "line": .text { String($0.check.line) }, "checked": .flag(\.check.isChecked),
    "runs": .pieces { NoteRunView.all($0.check.runs) },
    "label": .text { ShortText.of($0.check.runs.map(\.text).joined()) },
    "action": .optionalForm(\.form),
    "anchor": .optional { view in
      view.anchor.flatMap { $0.id.number == view.check.line ? String($0.top) : nil }
    },
  ]
  let check: NoteCheck
  /// The form that ticks it; nil if it can only be read.
  let form: TaskCommand?
  let anchor: LineAnchor?
}

private struct NoteRunView: Piece {
  static let template = "components/note-run"
  static let fields: [String: Field<NoteRunView>] = [
    "text": .text(\.run.text), "href": .optionalAddress(\.run.address), "host": .optional(\.run.host),
  ]
  let run: NoteRun

  static func all(_ runs: [NoteRun]) -> [NoteRunView] { runs.map(NoteRunView.init) }
}
