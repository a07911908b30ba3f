import Tasks

/// The distance of a row from the top of the window. The page after a press on the row scrolls to it, so that the row stays where it was
/// seen, as scroll anchoring does within a page (CSS Scroll Anchoring Module).
///
/// Browsers send the coordinates of a click on an image button, relative to the button (HTML, section 4.10.5.1.19). Each action of a row is
/// one, as large as the window and clipped to its place, so the height sent is that in the window.
struct RowAnchor: Hashable, Sendable {
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

/// The heading of a section, and where it stays in the window.
struct HeadingAnchor: Hashable, Sendable {
  let section: SectionID
  let top: Int

  /// Nil for a distance that no window has.
  init?(_ section: SectionID, top: Int) {
    guard (1...16_000).contains(top) else { return nil }
    (self.section, self.top) = (section, top)
  }
}

extension HeadingAnchor: LosslessStringConvertible {
  /// The value in an address, such as `7-407`.
  var description: String { "\(section)-\(top)" }

  init?(_ description: String) {
    guard let anchor = RowAnchor(description), let top = anchor.top else { return nil }
    self.init(SectionID(anchor.task.value), top: top)
  }
}
