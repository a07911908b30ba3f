import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

enum SectionForms {
  /// `POST /lists/{id}/sections`
  static func add(to list: ListID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    return try await request.submitName(form) { name, submission, store in
      let written = try await store.addSection(name, to: list, submission: submission)
      return await request.redirect(after: .addedSection(written.section, to: list, written.change), at: .list(list))
    } again: { typed, error, _ async throws(Failure) in
      try await ListPage.page(
        list, .addingSection, for: request, renaming: { RenameForm(newSectionOf: $0, value: typed, error: error) })
    }
  }

  /// `POST /sections/{id}`
  static func rename(_ id: SectionID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    guard let version = try form.version() else { throw RequestProblem.malformed }
    return try await request.submitName(form) { name, submission, store in
      let written = try await store.renameSection(id, to: name, version: version, submission: submission)
      return await request.redirect(
        after: .renamedSection(id, in: written.list, written.change), at: .list(written.list))
    } again: { typed, error, cause async throws(Failure) in
      let base = cause?.currentVersion ?? version
      let list = try await request.store.list(of: id)
      return try await ListPage.page(
        list, .renaming, rows: ListRows(section: id), for: request,
        renaming: { RenameForm(list: $0.id, section: id, version: base, value: typed, error: error) })
    }
  }

  /// `POST /sections/{id}/pick`
  ///
  /// Writes nothing.
  static func pick(_ id: SectionID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let list = try await request.store.list(of: id)
    return await request.redirect(
      after: .pickedSection(id, in: list), at: .list(list, .arranging()), rowTop: form.rowTop)
  }

  /// `POST /sections/{id}/move`
  static func move(_ id: SectionID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let written = try await request.store.moveSection(id, form.sectionMove())
    return await request.redirect(
      after: .movedSection(id, in: written.list, written.change), at: .list(written.list, .arranging()),
      rowTop: form.rowTop)
  }

  /// `POST /sections/{id}/fold`
  static func fold(_ id: SectionID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let written = try await request.store.foldSection(id, try form.isFolding())
    return await request.redirect(
      after: .foldedSection(id, in: written.list), at: .list(written.list), rowTop: form.rowTop)
  }

  /// `POST /sections/{id}/delete`
  static func delete(_ id: SectionID, _ request: SignedInRequest) async throws -> Response {
    let written = try await request.store.deleteSection(id)
    return await request.redirect(after: .deletedSection(in: written.list, written.change), at: .list(written.list))
  }
}
