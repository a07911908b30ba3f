import Foundation
import StateViews
import Synchronization
import Testing

/// The code of the articles, compiled and run.
@Suite(.timeLimit(.minutes(20))) struct DocumentationTests {
  private let shown = Lines()

  @Test func `ten lines make a stateful screen`() async {
    let tasks = Loader<[String]> { progress throws(Interruption) in
      progress("connecting")
      let titles = try await titles()
      return Loaded(titles, orEmpty: "nothing-yet")
    }
    let container = StatefulContainer(tasks, timing: Timing(delay: .milliseconds(150), deadline: .seconds(20)))
    for await state in container.load() {
      switch state {
      case .unloaded: show("")
      case .loading: show("Loading…")
      case .content(let titles, _): show(titles.joined(separator: "\n"))
      case .empty: show("No tasks yet. Add the first one.")
      case .other(let reason): show(reason.name)
      case .failed(let failure): show("That failed: \(failure.reason.name).")
      }
    }
    #expect(shown.all.last == "Milk\nBread")

    let loads = SharedLoads<Int, [String]>()
    let shared = tasks.shared(as: 17, in: loads)
    let screens = (0..<10).map { _ in StatefulContainer(shared) }
    for screen in screens { #expect(await collect(screen.load()).last == .content(["Milk", "Bread"], .idle)) }
  }

  @Test func `existing content is shown at once`() {
    let memory: [String] = []
    let known = Loader(.content(["Milk", "Bread"]))
    let remembered = Loader(startsImmediately: true) { _ throws(Interruption) in
      memory.isEmpty ? .empty("nothing-yet") : .content(memory)
    }
    for (loader, state) in [(known, ViewState.content(["Milk", "Bread"], .idle)), (remembered, .empty("nothing-yet"))] {
      let container = StatefulContainer(loader)
      container.load { _ in }
      #expect(container.state == state)
    }
  }

  func view(of name: ViewName, in own: [ViewName: String], or shared: [ViewName: String]) -> String? {
    for views in [own, shared] {
      if let found = name.lineage.compactMap({ views[$0] }).first { return found }
    }
    return nil
  }

  @Test func `one view is replaced and the others are shared, nearest name first`() {
    let (own, shared): ([ViewName: String], [ViewName: String]) = (["empty/all-done": "Done"], ["empty": "Nothing"])
    #expect(view(of: "empty/all-done", in: own, or: shared) == "Done")
    #expect(view(of: "empty/nothing-yet", in: own, or: shared) == "Nothing")
    #expect(view(of: "asleep", in: own, or: shared) == nil)
  }

  struct Reading: Flow {
    enum Step: Hashable, Sendable { case list, task(Int) }
    enum Event: Sendable { case opened(Int), closed }
    enum Finish: Hashable, Sendable { case left }

    func after(_ event: Event, at step: Step) -> Outcome<Step, Finish> {
      switch (step, event) {
      case (_, .opened(let task)): .show(.task(task))
      case (.task, .closed): .show(.list)
      case (.list, .closed): .finish(.left)
      }
    }
  }

  @Test func `a flow leads from a list to a task and back`() {
    #expect(Reading().after(.opened(17), at: .list) == .show(.task(17)))
    #expect(Reading().after(.closed, at: .task(17)) == .show(.list))
    #expect(Reading().after(.closed, at: .list) == .finish(.left))
  }

  @Test(arguments: [
    "README.md", "Sources/StateViews/StateViews.docc/StateViews.md",
    "Sources/StateViews/StateViews.docc/StatesOfYourOwn.md",
  ])
  func `every piece of code in an article is part of this file or of the SwiftUI example`(article: String) throws {
    let here = URL(filePath: #filePath)
    let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: article), encoding: .utf8)
    let example = here.deletingLastPathComponent().appending(path: "SwiftUIExampleTests.swift")
    let tests = trimmed(try String(contentsOf: here, encoding: .utf8) + String(contentsOf: example, encoding: .utf8))
    let pieces = text.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    #expect(!pieces.isEmpty)
    for piece in pieces { #expect(tests.contains(trimmed(piece)) as Bool, "\(piece)") }
  }

  private func trimmed(_ code: String) -> String {
    code.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
  }

  @Sendable private func titles() async throws(Interruption) -> [String] { ["Milk", "Bread"] }

  @Sendable private func show(_ text: String) { shown.append(text) }
}

private final class Lines: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  func append(_ line: String) {
    lines.withLock { $0.append(line) }
  }
}
