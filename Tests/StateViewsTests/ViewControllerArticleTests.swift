import Foundation
import StateViews
import Testing

/// Compiles and runs the code of the article "Coming from stateful view controllers".
@Suite(.timeLimit(.minutes(20))) struct ViewControllerArticleTests {
  @Test func `a last good copy is refreshed`() async {
    let lastGoodCopy = ["Milk"]
    var presented: [ViewState<[String]>] = []
    func present(_ state: ViewState<[String]>) async { presented.append(state) }
    let tasks = Loader<[String]> { _ throws(Interruption) in
      let titles = try await titles()
      return Loaded(titles, orEmpty: "nothing-yet")
    }
    let container = StatefulContainer(tasks, from: .content(lastGoodCopy, .idle))
    for await state in container.load() {
      await present(state)
    }
    #expect(presented.last == .content(["Milk", "Bread"], .idle))
  }

  @Test func `content stays when its refresh fails`() {
    var state = ViewState<[String]>.unloaded
    state = state.after(.started)  // startLoading()
    state = state.after(.ended(.success(.content(["Milk"]))))  // endLoading(error: nil)
    state = state.after(.started)  // The content stays during a refresh.
    state = state.after(.ended(.failure(.failed(Failure(.timedOut)))))  // endLoading(error: error)
    #expect(state == .content(["Milk"], .failed(Failure(.timedOut))))
  }

  struct Adding: Flow {
    enum Step: Hashable, Sendable { case title, date }
    enum Event: Sendable { case next }
    enum Finish: Hashable, Sendable { case added }

    func after(_ event: Event, at step: Step) -> Outcome<Step, Finish> {
      switch step {
      case .title: .show(.date)
      case .date: .finish(.added)
      }
    }
  }

  struct Tasks: Flow {
    enum Step: Hashable, Sendable { case list, adding(Adding.Step) }
    enum Event: Sendable { case wantsTask, adding(Adding.Event) }

    func after(_ event: Event, at step: Step) -> Outcome<Step, Never> {
      switch (event, step) {
      case (.wantsTask, _): .show(.adding(.title))
      case (.adding, .list): .show(.list)
      case (.adding(let event), .adding(let step)):
        switch Adding().after(event, at: step) {
        case .show(let next): .show(.adding(next))
        case .finish(.added): .show(.list)
        }
      }
    }
  }

  @Test func `a flow holds another, whose end leads back`() {
    let flow = Tasks()
    #expect(flow.after(.wantsTask, at: .list) == .show(.adding(.title)))
    #expect(flow.after(.adding(.next), at: .adding(.title)) == .show(.adding(.date)))
    #expect(flow.after(.adding(.next), at: .adding(.date)) == .show(.list))
    #expect(flow.after(.adding(.next), at: .list) == .show(.list))
  }

  @Test func `every piece of code in the article is compiled`() throws {
    let here = URL(filePath: #filePath)
    let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    func text(_ path: String) throws -> String {
      try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
    let article = try text("Sources/StateViews/StateViews.docc/ComingFromStatefulViewControllers.md")
    let tests = [
      try String(contentsOf: here, encoding: .utf8), try text("Tests/StatePagesTests/DocumentationCode.swift"),
    ].map(trimmed)
    let pieces = article.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first.map(trimmed)
    }
    #expect(pieces.count == 5)
    for piece in pieces { #expect(tests.contains { $0.contains(piece) } as Bool, "\(piece)") }
  }

  private func trimmed(_ code: String) -> String {
    code.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
  }

  @Sendable private func titles() async throws(Interruption) -> [String] { ["Milk", "Bread"] }
}
