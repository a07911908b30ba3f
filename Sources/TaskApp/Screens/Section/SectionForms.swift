import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// Answers the forms of a section.
enum SectionForms {
  static func response(
    to action: SectionAction, of id: SectionID, _ request: SignedInRequest, _ form: FormBody
  ) async throws -> Response {
    let store = request.store
    func redirect(_ event: TaskEvent, in list: ListID, isArranging: Bool = false) async -> Response {
      await request.redirect(after: event, at: .list(list, isArranging ? .arranging() : .using), rowTop: form.rowTop)
    }
    switch action {
    case .rename: return try await rename(id, request, form)
    case .pick:
      // Writes nothing.
      let list = try await store.list(of: id)
      return await redirect(.pickedSection(id, in: list), in: list, isArranging: true)
    case .move:
      let written = try await store.moveSection(id, form.sectionMove())
      return await redirect(
        .movedSection(id, in: written.list, written.change), in: written.list, isArranging: true)
    case .fold:
      let list = try await store.setFolded(id, to: form.isFolding())
      return await redirect(.changedSection(id, in: list, nil), in: list)
    case .delete:
      let written = try await store.deleteSection(id)
      return await redirect(.changedList(written.list, written.change), in: written.list)
    }
  }

  static func add(to list: ListID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    try await request.submitName(form) { name, submission, store in
      let written = try await store.addSection(name, to: list, submission: submission)
      return await request.redirect(after: .changedSection(written.section, in: list, written.change), at: .list(list))
    } again: { typed, error, _ async throws(Failure) in
      try await ListPage.page(
        list, ListPageView(mode: .addingSection), for: request,
        rejected: .renaming { RenameForm(newSectionOf: $0, value: typed, error: error) })
    }
  }

  private static func rename(_ id: SectionID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    guard let version = try form.version() else { throw RequestProblem.malformed }
    return try await request.submitName(form) { name, submission, store in
      let written = try await store.renameSection(id, to: name, version: version, submission: submission)
      return await request.redirect(
        after: .renamedSection(id, in: written.list, written.change), at: .list(written.list))
    } again: { typed, error, cause async throws(Failure) in
      let base = cause?.currentVersion ?? version
      let list = try await request.store.list(of: id)
      return try await ListPage.page(
        list, ListPageView(mode: .renaming, rows: ListRows(section: id)), for: request,
        rejected: .renaming { RenameForm(list: $0.id, section: id, version: base, value: typed, error: error) })
    }
  }
}
