/// Limits how many servers run at a time in one process.
actor Berths {
  static let all = Berths(8)

  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ number: Int) { free = number }

  func take() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  func leave() {
    if waiting.isEmpty {
      free += 1
    } else {
      waiting.removeFirst().resume()
    }
  }
}
