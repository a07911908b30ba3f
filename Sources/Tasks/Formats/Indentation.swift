/// Recomputes depths when items are left out: their children move up one level.
struct Indentation {
  /// The previous item and its ancestors: the depth in the file, and the displayed depth of the children.
  private var open: [(depth: Int, children: Int)] = []

  mutating func shown(_ depth: Int, isShown: Bool) -> Int {
    while let last = open.last, last.depth >= depth { open.removeLast() }
    let shown = open.last?.children ?? 0
    open.append((depth, isShown ? shown + 1 : shown))
    return shown
  }
}
