import Foundation
import GRDB
import Tasks
import TestSupport
import Testing

@testable import TaskStore

/// The scenes in `Tests/StoreScenes`: what accounts do in a store, and what they have then.
struct StoreSceneTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../StoreScenes")
    .standardizedFileURL

  @Test(arguments: try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)).sorted())
  func `every step has the effects that were recorded`(file: String) async throws {
    let differences = try await Scenes.differences(in: Self.folder.appending(path: file)) {
      try await StoreScene()
    } step: { scene, words in
      try await scene.play(words).map(Self.onOneLine)
    }
    if !differences.isEmpty { Issue.record("\(file) is not as recorded:\n\(differences)") }
  }

  private static func onOneLine(_ text: String) -> String {
    text.unicodeScalars.map { $0 == "\n" ? "\\n" : $0 == "\r" ? "\\r" : String($0) }.joined()
  }
}

/// A store in which some accounts take steps.
///
/// A step is told by its change, or the error; then by the lists, the trash and the tags of the account that are not as they were
/// before, or by the step before which all was as it is now. Tasks, lists and sections are named by their titles: the newest with
/// a title that is open and not in the trash, else the newest; `Rent#1` is the first. A word with a colon before a step is a name
/// for its change; other texts call a change by its step.
final class StoreScene {
  var world: World
  private var worlds: [String: World]
  /// The program that takes the steps, if it is not a browser.
  var app: AppPassword?
  /// The changes by the names of their steps.
  var labels: [String: ChangeID] = [:]
  private var steps: [ChangeID: String] = [:]
  /// The beginning of each step, what all accounts had then, and what the acting one was told to have.
  private var begun: [(step: String, at: Date, before: Snapshot, shown: [String])] = []
  /// What each account was told to have.
  private var shown: [String: [String]] = [:]
  private(set) var who = "me"
  private var latest: Step?
  /// What a test of clients or sources keeps under a name.
  var kept: [String: String] = [:]

  var store: TaskStore { world.store }
  var mine: AccountStore<StoreError> { store[world.account, with: app] }

  init() async throws {
    world = try World()
    worlds = ["me": world]
  }

  func play(_ words: [String]) async throws -> [String] {
    let label = words[0].hasSuffix(":") ? String(words[0].dropLast()) : nil
    let text = words.dropFirst(label == nil ? 0 : 1).map { $0.contains(" ") ? "\"\($0)\"" : $0 }.joined(separator: " ")
    let step = words[0] == "again" ? try #require(latest) : Step(Array(words.dropFirst(label == nil ? 0 : 1)))
    latest = step
    begun.append(
      (text.count > 60 ? "\(text.prefix(50))…" : text, world.clock.now, try await store.snapshot(), shown[who] ?? []))
    var told: [String] = []
    do {
      if let written = try await write(step) {
        told = [try await tell(written, label) + (step.place.map { ", at \($0)" } ?? "")]
      } else if let done = try await elsewhere(step) {
        told = done
      } else {
        return try await read(step)
      }
    } catch let error as StoreError {
      told = [tell(error)]
    } catch let error as InvalidInput {
      told = error.problems.map { "\($0.problem)" }
    }
    return try await told + news() + contradictions()
  }

  /// Begins to act as another account.
  func act(as name: String) async throws { (world, who) = (try await account(name), name) }

  /// The account of a name, which is made if there is none.
  func account(_ name: String) async throws -> World {
    if let known = worlds[name] { return known }
    let made = try await world.asStranger(named: name)
    worlds[name] = made
    return made
  }

  /// Begins to act as a new account with a password.
  func register(_ name: String) async throws {
    world = try await world.register(name)
    (worlds[name], who) = (world, name)
  }

  // MARK: What has happened

  private func tell(_ written: Written, _ label: String?) async throws -> String {
    guard let id = written.change else { return "no effect" }
    if let label { labels[label] = id }
    if !written.isNew { return "no effect after \(name(of: id))" }
    (steps[id], labels["last"]) = (begun[begun.count - 1].step, id)
    return tell(try await mine.change(id))
  }

  /// A change: its kind, its name, and of how many rows it is.
  func tell(_ change: Change) -> String {
    var words = [change.kind.rawValue, change.name]
    if change.count != 1 { words.append("×\(change.count)") }
    if let other = change.otherName { words.append("to \(other)") }
    if let batch = change.batch {
      words.append("(\(batch.tasks) tasks, \(batch.lists) \(batch.isMixed ? "changes" : "lists"))")
    }
    if let who = change.who?.name, who != "local" { words.append("by \(who)") }
    if let app = change.app { words.append("with \(app)") }
    if change.leavesNext { words.append("leaves the next") }
    if change.undone { words.append("undone") }
    return (words + (change.undoable ? [] : ["not undoable"])).joined(separator: " ")
  }

  func tell(_ error: StoreError) -> String {
    switch error {
    case .gone(.list(_, let name, _)): "gone: list \(name)"
    case .gone(.task(_, let title, _, _)): "gone: task \(title)"
    case .conflict(.task(_, let version, let theirs, let mine)):
      "conflict: \(theirs.line) of \(name(of: version)), not \(mine.line)"
    case .conflict(.list(_, let version, let theirs, let mine)):
      "conflict: \(theirs) of \(name(of: version)), not \(mine)"
    case .conflict(.changedSince(let change)): "conflict: changed since \(name(of: change))"
    case .conflict(.notUndoable(let change)): "conflict: not undoable: \(name(of: change))"
    case .repeated(let change): "repeated: \(name(of: change))"
    default: "\(error)".replacing("TaskStore.", with: "").replacing("Tasks.", with: "")
    }
  }

  /// A change by its step.
  func name(of change: ChangeID) -> String { steps[change].map { "“\($0)”" } ?? "another change" }

  /// A moment by the step that it was in.
  func name(of moment: Date?) -> String {
    guard let moment else { return "never" }
    return begun.last { $0.at <= moment }.map { "“\($0.step)”" } ?? "before"
  }

  /// The lists that are not as they were, or the step before which all was as it is now.
  private func news() async throws -> [String] {
    let (old, now) = (shown[who] ?? StoreScene.nothing, try await state())
    shown[who] = now
    let news = now.filter { !old.contains($0) }
    if news.isEmpty { return [] }
    for step in begun.dropLast().reversed() where step.shown == now {
      if try await store.snapshot(before: step.before).rows == step.before.rows {
        return ["all as before “\(step.step)”"]
      }
    }
    return news
  }

  private func contradictions() async throws -> [String] {
    try await store.quickCheck().map(\.text) + store.searchProblems()
  }
}

/// A step: its name, and what follows, in order or by a name.
final class Step {
  let name: String
  let words: [String]
  let fields: [String: String]
  /// All that follows.
  let rest: String
  /// The key of the form, which stays if the step is taken again, as the version that was shown.
  let submission = SubmissionID.fresh()
  var version: ChangeID?
  /// Where an undo leads.
  var place: String?

  init(_ words: [String]) {
    name = words[0]
    rest = words.dropFirst().joined(separator: " ")
    let isField = { (word: String) in
      word.prefix { $0.isLowercase }.count < word.count && word.drop { $0.isLowercase }.first == "="
    }
    self.words = words.dropFirst().filter { !isField($0) }
    fields = Dictionary(
      words.dropFirst().filter(isField).map { word in
        (String(word.prefix { $0 != "=" }), String(word.drop { $0 != "=" }.dropFirst()))
      }
    ) { $1 }
  }

  subscript(index: Int) -> String { words.indices.contains(index) ? words[index] : "" }
  subscript(field: String) -> String? { fields[field] }
  func number(_ field: String) -> Int? { fields[field].flatMap { Int($0) } }
  func day(_ field: String) -> Day? { fields[field].flatMap { Day(iso: $0) } }
}
