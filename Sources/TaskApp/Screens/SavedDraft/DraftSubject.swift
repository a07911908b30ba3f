import StatePages
import StateViews
import TaskStore
import Tasks

/// The list or task that a saved draft belongs to.
enum DraftSubject: TemplateView {
  case newList
  /// Renaming a list; the value is its current name.
  case renamed(String)
  /// Adding one task or several to a list; the value is its name.
  case task(newIn: String)
  case tasks(newIn: String)
  case newTask
  /// Editing a task; the value is its current title.
  case changed(String)
  case pasted
  /// The list or task no longer exists, or the reader has no access to it.
  case missingList
  case missingTask

  static let fields: [String: Field<DraftSubject>] = [
    "newList": .flag { $0 == .newList },
    "renamed": .optional { if case .renamed(let name) = $0 { name } else { nil } },
    "newTaskIn": .optional { if case .task(let list) = $0 { list } else { nil } },
    "newTasksIn": .optional { if case .tasks(let list) = $0 { list } else { nil } },
    "newTask": .flag { $0 == .newTask },
    "changed": .optional { if case .changed(let title) = $0 { title } else { nil } },
    "pasted": .flag { $0 == .pasted },
    "missingList": .flag { $0 == .missingList },
    "missingTask": .flag { $0 == .missingTask },
  ]
}

extension DraftSubject: Equatable {
  var isThere: Bool { self != .missingList && self != .missingTask }
}

extension SignedInRequest {
  /// The subject of a saved draft; nil if no form takes its text.
  func subject(of form: SavedDraft) async throws(Failure) -> DraftSubject? {
    switch TaskForm.draft(sentTo: form.path) {
    case .createList: return .newList
    case .list(let id, .rename): return try await list(id).map { .renamed($0.name) } ?? .missingList
    case .list(let id, _):
      let isSeveral = form.fields.contains { $0.name == FormField.titles }
      return try await list(id).map { isSeveral ? .tasks(newIn: $0.name) : .task(newIn: $0.name) } ?? .missingList
    case .task(let id, _):
      let task = try await store.ifThere { store throws(StoreError) in try await store.task(id) }
      return task.map { .changed($0.title) } ?? .missingTask
    case .addToday, .add: return .newTask
    case .importing: return .pasted
    case _: return nil
    }
  }

  private func list(_ id: ListID) async throws(Failure) -> ListSummary? {
    try await store.ifThere { store throws(StoreError) in try await store.list(id) }
  }
}
