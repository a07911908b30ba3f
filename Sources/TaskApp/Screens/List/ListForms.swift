import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// Answers the forms of a list.
enum ListForms {
  static func response(
    to action: ListAction, of id: ListID, _ request: SignedInRequest, _ form: FormBody
  ) async throws -> Response {
    let store = request.store
    func redirect(_ event: TaskEvent) async -> Response { await request.redirect(after: event, at: .list(id)) }
    switch action {
    case .rename: return try await rename(id, request, form)
    case .addTasks: return try await add(id, request, form)
    case .changeTasks: return try await SelectionForm.changeTasks(of: id, request, form)
    case .addSection: return try await SectionForms.add(to: id, request, form)
    case .invite: return try await SharingForms.invite(to: id, request, form)
    case .makeInvitation: return try await SharingForms.makeLink(to: id, request, form)
    case .makePage: return try await SharedPageForms.make(of: id, request, form)
    case .leave: return try await redirect(.declinedList(store.leave(id).change))
    case .setReminds:
      try await store.setReminds(form[FormField.reminds] != "no", of: id)
      return await request.redirect(after: .changedSharing(of: id, nil), at: .sharing(of: id))
    case .addFeed: return try await FeedForms.add(.list(id), request, form)
    case .pick:
      // Writes nothing.
      _ = try await store.list(id)
      return await request.redirect(after: .pickedList(id), at: .overview())
    case .move:
      let moved = try await store.moveList(id, form.listMove())
      return await request.redirect(after: .movedList(id, moved.change), at: .overview())
    case .delete: return try await redirect(.deletedList(store.deleteList(id).change))
    case .restore:
      let restored = try await store.restoreList(id)
      return await request.redirect(after: .changedList(id, restored.change), at: .trash())
    case .clearCompleted: return try await redirect(.changedList(id, store.clearCompleted(in: id).change))
    case .startAgain: return try await startAgain(id, request, form)
    case .duplicate:
      let submission = try request.submission(form)
      let made = try await request.made { store in
        try await store.copyList(id, submission: submission)
      }
      return await redirect(.duplicatedList(made.list, made.change))
    case .setPreferences: return try await setPreferences(id, request, form)
    case .refresh:
      // The page after the redirect fetches the source.
      try await store.wantRefresh(of: id)
      let returnsToLists = form[FormField.then] == FormField.backToLists
      return await request.redirect(
        after: .refreshedList(id), at: returnsToLists ? .overview() : form.origin ?? .list(id))
    case .copy: return try await RemoteForms.copy(id, request, form)
    case .keep: return try await RemoteForms.keep(id, request, form)
    }
  }

  private static func rename(_ id: ListID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    guard let version = try form.version() else { throw RequestProblem.malformed }
    return try await request.submitName(form) { name, submission, store in
      let written = try await store.renameList(id, to: name, version: version, submission: submission)
      return await request.redirect(after: .changedList(id, written.change), at: .list(id))
    } again: { typed, error, cause async throws(Failure) in
      let base = cause?.currentVersion ?? version
      return try await ListPage.page(
        id, ListPageView(mode: .renaming), for: request,
        rejected: .renaming { _ in RenameForm(list: id, version: base, value: typed, error: error) })
    }
  }

  private static func add(_ id: ListID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let several = form[FormField.titles]
    let section = form[FormField.section].flatMap { SectionID($0) }
    let typed = try several ?? form.required(FormField.title)
    let submission = try request.submission(form)
    let ticks = try Ticks(form, of: id, request)
    if !ticks.isEmpty, typed.allSatisfy(\.isWhitespace) { return try await ticks.send(section, for: request) }
    return try await request.submit {
      try NestedDraft.typed(form, several: several, title: typed, request.quickAdd)
    } write: { added, store in
      var store = store
      store.pending = ticks.pending ?? store.pending
      let written = try await store.addTasks(
        added.0, to: id, section: section, literal: added.literal, submission: submission)
      if !ticks.isEmpty { return await ticks.redirect(section, with: written.change, for: request) }
      let rows = await request.rows(with: written.tasks, in: id, section)
      return await request.redirect(after: .addedTasks(to: id, rows, written.change), at: .list(id))
    } name: {
      $0.0.first?.draft.title ?? ""
    } again: { error, _ async throws(Failure) in
      try await ListPage.page(
        id, ListPageView(mode: several == nil ? .using : .addingSeveral, rows: ListRows(section: section)),
        for: request,
        rejected: .adding(ticked: ticks.tasks) {
          AddForm(
            list: $0, section: section, dates: AddFormDates(form, request.look),
            takesSeveral: several != nil, value: typed, error: error)
        })
    }
  }

  private static func startAgain(_ id: ListID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let typed = form[FormField.due] ?? ""
    return try await request.submit { () throws(FieldError) -> Day? in
      if typed.isEmpty { return nil }
      do throws(Problem) {
        return try Day(typed: DueWord.date(typed, request.quickAdd))
      } catch {
        throw FieldError(FieldProblem(.due, error))
      }
    } write: { day, store in
      let written = try await store.startAgain(id, on: day)
      return await request.redirect(after: .changedList(id, written.change), at: .list(id))
    } again: { error, _ async throws(Failure) in
      try await ListPage.page(
        id, ListPageView(mode: .startingAgain), for: request,
        rejected: .startingAgain { StartAgainForm(list: $0, due: typed, error: error) })
    }
  }

  /// A field that the form does not have keeps its value.
  private static func setPreferences(
    _ id: ListID, _ request: SignedInRequest, _ form: FormBody
  ) async throws -> Response {
    var preferences = try await request.store.list(id).preferences
    preferences.adds = try form.choice(FormField.adds) ?? preferences.adds
    preferences.order = try form.choice(FormField.order) ?? preferences.order
    preferences.layout = try form.choice(FormField.layout) ?? preferences.layout
    if form[FormField.color] == FormField.noColor {
      preferences.color = nil
    } else if let name: ListColor.Name = try form.choice(FormField.color) {
      preferences.color = name.color
    }
    try await request.store.setPreferences(preferences, of: id)
    let isArranging = form[FormField.then] == FormField.arrange
    return await request.redirect(after: .changedPreferences(of: id, arranging: isArranging), at: .list(id))
  }
}

extension StoreError {
  /// The list's current version, if a new name was based on an older one.
  var currentVersion: ChangeID? { if case .conflict(.list(_, let version, _, _)) = self { version } else { nil } }
}
