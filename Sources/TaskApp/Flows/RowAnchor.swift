import Tasks

/// The distance of a row from the top of the window. The page after a press on the row scrolls to it, so that the row stays where it was
/// seen, as scroll anchoring does within a page (CSS Scroll Anchoring Module).
///
/// Browsers send the coordinates of a click on an image button, relative to the button (HTML, section 4.10.5.1.19). Each action of a row is
/// one. While it is pressed, the stylesheet makes it as large as the window, clips it to its place, and begins it ``offset`` pixels above,
/// so the height sent is that in the window. A smaller one is relative to the button: of a machine that does not press as a pointer does.
struct RowAnchor: Hashable, Sendable {
  /// The height that a browser sends for the top of the window.
  static let offset = 10_000
  let task: TaskID
  /// The distance in CSS pixels of the middle of the row's first line, greater than zero: a key press sends zero. Without one, the row is
  /// in the middle of the window.
  let top: Int?
  var showsMenu = false

  /// The anchor of a task's row; nil for a distance that no window has.
  init?(_ task: TaskID, top: Int, showsMenu: Bool = false) {
    guard (1...16_000).contains(top) else { return nil }
    (self.task, self.top, self.showsMenu) = (task, top, showsMenu)
  }

  init(menuOf task: TaskID) { (self.task, top, showsMenu) = (task, nil, true) }
}

extension RowAnchor: LosslessStringConvertible {
  /// The value in an address, such as `17-407`; empty without a distance.
  var description: String { top.map { "\(task)-\($0)" } ?? "" }

  init?(_ description: String) {
    guard description.utf8.count <= 40 else { return nil }
    let parts = description.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let task = TaskID(parts[0]), let top = Int(parts[1]) else { return nil }
    self.init(task, top: top)
  }
}

/// Another element than a row, and where it stays in the window.
struct ElementAnchor<ID: LosslessStringConvertible & Hashable & Sendable>: Hashable, Sendable {
  let id: ID
  let top: Int

  /// Nil for a distance that no window has.
  init?(_ id: ID, top: Int) {
    guard (1...16_000).contains(top) else { return nil }
    (self.id, self.top) = (id, top)
  }
}

/// The heading of a section.
typealias HeadingAnchor = ElementAnchor<SectionID>
/// A line of a task's notes, by its number.
typealias LineAnchor = ElementAnchor<NoteLineNumber>

extension ElementAnchor: LosslessStringConvertible {
  /// The value in an address, such as `7-407`.
  var description: String { "\(id)-\(top)" }

  init?(_ description: String) {
    guard description.utf8.count <= 40 else { return nil }
    let parts = description.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let id = ID(String(parts[0])), let top = Int(parts[1]) else { return nil }
    self.init(id, top: top)
  }
}
