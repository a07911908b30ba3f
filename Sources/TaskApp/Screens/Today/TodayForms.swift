import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// Handles the forms of Today.
enum TodayForms {
  /// `POST /today`
  static func add(_ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let typed = try form.required(FormField.title)
    let submission = try request.submission(form)
    let today = request.look.today
    return try await request.submit {
      try QuickAdd(validating: TaskInput(form, title: typed, today: today), request.quickAdd)
    } write: { added, store in
      var (draft, list) = (added.draft, form[FormField.list].flatMap { ListID($0) })
      // The first word with a `#` that names a list is that list, and the others are tags.
      for tag in added.tags {
        guard let found = try await request.store.list(matching: tag.name) else { continue }
        list = found
        draft = draft.removing(tag)
        break
      }
      if list == nil { list = try await request.store.listChoices().first?.id }
      guard let list else { throw Failure(.notFound) }
      let written = try await store.addTasks(
        [NestedDraft(draft.dueOtherwise(today))], to: list, literal: added.literal?.dueOtherwise(today),
        submission: submission)
      return await request.redirect(after: .addedToday(written.change), at: .today())
    } name: {
      $0.draft.title
    } again: { error, _ async throws(Failure) in
      try await TodayPage.page(TodayPages(), did: nil, for: request, adding: (form, typed, error))
    }
  }

  /// `POST /today/change`
  static func changeTasks(_ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let pages = if case .today(let view)? = form.origin?.page { view.pages } else { TodayPages() }
    let tasks = try SelectedInput(form).tasks
    return try await SelectionForm.change(
      request, form, all: nil, at: .today(pages: pages, selecting: true)
    ) { change in
      .changedToday(tasks.count == 1 ? tasks.first : nil, change)
    } page: { selecting throws(Failure) in
      try await TodayPage.page(pages, isSelecting: true, did: nil, for: request, selecting: selecting)
    }
  }
}
