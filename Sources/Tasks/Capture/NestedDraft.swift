/// A task to add, with its depth below those before it.
package struct NestedDraft: Hashable, Sendable {
  package let draft: TaskDraft
  /// 0 for a task of its own; otherwise it is a subtask of the last task before it with a smaller depth.
  package let depth: Int
  /// Whether it is added as a completed task.
  package fileprivate(set) var isDone: Bool

  package init(_ draft: TaskDraft, depth: Int = 0, isDone: Bool = false) {
    (self.draft, self.depth, self.isDone) = (draft, depth, isDone)
  }
}

extension [NestedDraft] {
  /// The tasks, where each with an open subtask is open.
  func openWithOpenSubtasks() -> [NestedDraft] {
    var tasks = self
    // The depths of open tasks whose parent is still to come.
    var open: Set<Int> = []
    for index in tasks.indices.reversed() {
      let depth = tasks[index].depth
      if open.contains(where: { $0 > depth }) { tasks[index].isDone = false }
      open = open.filter { $0 <= depth }
      if !tasks[index].isDone { open.insert(depth) }
    }
    return tasks
  }
}

/// The depths of lines by their indentation.
///
/// A line that is indented further than the one before it is below that one. A line that is indented less is on the level of the
/// last line before it that is indented no further. A tab counts as four spaces.
struct LineIndentation {
  /// The greatest depth; deeper lines get this one.
  let deepest: Int
  /// The widths of the lines that the next one can be below.
  private var widths: [Int] = []

  init(deepest: Int) { self.deepest = deepest }

  /// The depth of the next line.
  mutating func depth(of line: some StringProtocol) -> Int {
    let width = line.prefix { $0 == " " || $0 == "\t" }.reduce(0) { $0 + ($1 == "\t" ? 4 : 1) }
    while let last = widths.last, last >= width { widths.removeLast() }
    widths.append(width)
    return min(widths.count - 1, deepest)
  }
}
