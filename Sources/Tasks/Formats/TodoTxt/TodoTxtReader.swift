/// Reads todo.txt: one task per line (github.com/todotxt/todo.txt).
enum TodoTxtReader {
  static func read<Collector: ItemCollector>(
    _ text: Bytes, into empty: Collector
  ) throws(UnreadableList) -> Collector.Output {
    var builder = empty
    for line in Lines(text) {
      let line = line.trimmed
      if line.isEmpty { continue }
      try builder.add(TodoTxtLine(line).item)
    }
    return builder.output(.todoTxt, title: nil, appointments: 0)
  }

  /// Whether at least a quarter of the lines have todo.txt syntax that plain text does not have.
  static func recognises(_ text: Bytes) -> Bool {
    var lines = 0
    var marked = 0
    for line in Lines(text) {
      let line = line.trimmed
      if line.isEmpty { continue }
      lines += 1
      if TodoTxtLine(line).isMarked { marked += 1 }
    }
    return marked > 0 && marked * 4 >= lines
  }
}
