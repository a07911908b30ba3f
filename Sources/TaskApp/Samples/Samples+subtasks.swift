import Tasks

extension Samples {
  /// A task with steps, two of which have steps of their own, and another task.
  static let outline: [TaskRow] = [
    step(70, "Renovate the kitchen", progress: SubtaskProgress(done: 1, total: 3), OutlinePlace(depth: 0, height: 2)),
    step(71, "Measure the walls", in: 70, done: true, at: 0, of: 3, depth: 1),
    step(
      72, "Order the material", in: 70, progress: SubtaskProgress(done: 0, total: 2),
      OutlinePlace(depth: 1, siblings: RowPosition(before: 1, total: 3), height: 1)),
    step(73, "Tiles", in: 72, at: 0, of: 2, depth: 2),
    step(74, "Glue, for the wet corner", in: 72, at: 1, of: 2, depth: 2),
    step(
      75, "Lay the tiles", in: 70, progress: SubtaskProgress(done: 2, total: 12), steps: .folded,
      OutlinePlace(depth: 1, siblings: RowPosition(before: 2, total: 3))),
    step(
      76, "Sort the photos", progress: SubtaskProgress(done: 40, total: 800), steps: .elsewhere, OutlinePlace(depth: 0)),
    step(77, "Water the plants", OutlinePlace(depth: 0)),
  ]

  private static func step(
    _ id: Int64, _ title: String, in parent: Int64, done: Bool = false, at index: Int, of count: Int, depth: Int
  ) -> TaskRow {
    step(
      id, title, in: parent, done: done,
      OutlinePlace(depth: depth, siblings: RowPosition(before: index, total: count)))
  }

  private static func step(
    _ id: Int64, _ title: String, in parent: Int64? = nil, done: Bool = false, progress: SubtaskProgress? = nil,
    steps: SubtasksDisplay = .shown, _ place: OutlinePlace
  ) -> TaskRow {
    let titles: [Int64: String] = [70: "Renovate the kitchen", 72: "Order the material"]
    return TaskRow(
      id: taskID(id), list: listID(2), title: title, hasNotes: false, due: nil, priority: .none,
      done: done ? date(afternoon) : nil, version: changeID(30),
      parent: parent.map { ParentTask(id: taskID($0), title: titles[$0] ?? "") }
    ).placed(at: place, progress: progress, steps: steps)
  }
}
