import StateViews
import Testing

// The code of the article `StateViews`, as it is there. Below it is what it uses of SwiftUI, which is not on every platform.

struct TasksView: View {
  let container: StatefulContainer<[String]>
  @State private var state = ViewState<[String]>.unloaded
  @State private var attempt = 1

  var body: some View {
    screen.task(id: attempt) {
      for await state in container.load() { self.state = state }
    }
  }

  @ViewBuilder private var screen: some View {
    switch state {
    case .unloaded, .loading: ProgressView()
    case .content(let titles, _): List(titles, id: \.self) { Text($0) }
    case .empty: Text("No tasks yet. Add the first one.")
    case .other(let reason): Text(reason.name)
    case .failed(let failure):
      VStack {
        Text("That failed: \(failure.reason.name).")
        Button("Try again") { attempt += 1 }
      }
    }
  }
}

// MARK: - What the example uses of SwiftUI

@MainActor protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  var body: Never { fatalError("has no body") }
}

extension View where Body == Never {
  var body: Never { fatalError("has no body") }
}

@MainActor @resultBuilder enum ViewBuilder {
  static func buildBlock<One: View>(_ one: One) -> One { one }
  static func buildBlock<One: View, Two: View>(_ one: One, _ two: Two) -> Both<One, Two> { Both(one: one, two: two) }
  static func buildEither<One: View, Two: View>(first: One) -> Either<One, Two> { .first(first) }
  static func buildEither<One: View, Two: View>(second: Two) -> Either<One, Two> { .second(second) }
}

struct Both<One: View, Two: View>: View {
  let one: One
  let two: Two
}

enum Either<One: View, Two: View>: View {
  case first(One)
  case second(Two)
}

@propertyWrapper struct State<Value> {
  private final class Storage {
    var value: Value
    init(_ value: Value) { self.value = value }
  }
  private let storage: Storage

  init(wrappedValue: Value) { storage = Storage(wrappedValue) }

  var wrappedValue: Value {
    get { storage.value }
    nonmutating set { storage.value = newValue }
  }
}

struct ProgressView: View {}

struct Text: View {
  let text: String
  init(_ text: String) { self.text = text }
}

struct List<Data: RandomAccessCollection, Row: View>: View {
  let rows: [Row]
  init<ID: Hashable>(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder row: (Data.Element) -> Row) {
    rows = data.map(row)
  }
}

struct VStack<Content: View>: View {
  let content: Content
  init(@ViewBuilder content: () -> Content) { self.content = content() }
}

struct Button: View {
  let press: @MainActor () -> Void
  init(_ title: String, action: @escaping @MainActor () -> Void) { press = action }
}

struct Tasked<Content: View>: View {
  let content: Content
  let work: @MainActor () async -> Void
}

extension View {
  func task(id: some Equatable, _ work: @escaping @MainActor () async -> Void) -> Tasked<Self> {
    Tasked(content: self, work: work)
  }
}

// MARK: - Tests

@MainActor struct SwiftUIExampleTests {
  @Test func `the view shows what its container presents, and its button loads again`() async throws {
    let container = StatefulContainer(
      Loader<[String]> { _ throws(Interruption) in throw .failed(Failure(.unavailable)) })
    let view = TasksView(container: container)
    guard let tasked = view.body as? any Runnable else {
      Issue.record("the body has no task")
      return
    }
    #expect(describing(view.body).contains("ProgressView"))
    await tasked.run()
    #expect(describing(view.body).contains("That failed: unavailable."))
  }

  private func describing(_ view: some View) -> String { String(reflecting: view) }
}

@MainActor private protocol Runnable {
  func run() async
}

extension Tasked: Runnable {
  func run() async { await work() }
}
