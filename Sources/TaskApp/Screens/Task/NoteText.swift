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
    self.init(task.notes) {
      NoteLineView(check: $0, form: isEditable ? .task(task.id, .edit) : nil, anchor: line, hasID: true)
    }
  }

  /// A comment, whose check boxes can't be pressed: the page may have several texts with a line of the same number. Nil without text.
  init?(of comment: String) {
    self.init(comment) { NoteLineView(check: $0, form: nil, anchor: nil, hasID: false) }
  }

  private init?(_ text: String, line: (NoteCheck) -> NoteLineView) {
    if text.isEmpty { return nil }
    parts = NotePart.parts(of: text).map { NotePartView(part: $0, line: line) }
  }
}

private struct NotePartView: Piece {
  static let template = "components/note-part"
  static let fields: [String: Field<NotePartView>] = [
    "runs": .pieces { NoteRunView.all($0.runs) }, "lines": .pieces(\.lines), "checks": .flag { !$0.lines.isEmpty },
  ]
  private let runs: [NoteRun]
  private let lines: [NoteLineView]

  init(part: NotePart, line: (NoteCheck) -> NoteLineView) {
    switch part {
    case .paragraph(let runs): (self.runs, lines) = (runs, [])
    case .checks(let checks):
      (runs, lines) = ([], checks.map(line))
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
    "action": .optionalForm(\.form), "anchored": .flag(\.hasID),
    "anchor": .optional { view in
      view.anchor.flatMap { $0.id.number == view.check.line ? String($0.top) : nil }
    },
  ]
  let check: NoteCheck
  /// The form that ticks it; nil if it can only be read.
  let form: TaskCommand?
  let anchor: LineAnchor?
  let hasID: Bool
}

private struct NoteRunView: Piece {
  static let template = "components/note-run"
  static let fields: [String: Field<NoteRunView>] = [
    "text": .text(\.run.text), "href": .optionalAddress(\.run.address), "host": .optional(\.run.host),
  ]
  let run: NoteRun

  static func all(_ runs: [NoteRun]) -> [NoteRunView] { runs.map(NoteRunView.init) }
}
