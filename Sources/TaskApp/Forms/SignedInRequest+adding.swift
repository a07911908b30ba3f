import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

extension SignedInRequest {
  /// Processes a form that adds a task to any list: the first word with a `#` that names one, else the chosen one, else the first.
  /// - Parameters:
  ///   - due: the due day of a task that has none; nil for none.
  ///   - event: what happened, for the list and what was written.
  ///   - again: the page with the form, for an error, with the invalid input that caused it.
  func addTask(
    _ form: FormBody, dueOtherwise due: Day? = nil,
    event: (ListID, Written) async -> TaskEvent,
    again: (FieldError, InvalidInput?) async throws(Failure) -> Page
  ) async throws -> Response {
    let typed = try form.required(FormField.title)
    let submission = try submission(form)
    var invalid: InvalidInput?
    return try await submit {
      do {
        return try QuickAdd(validating: TaskInput(form, title: typed, today: look.today), quickAdd)
      } catch let error as InvalidInput {
        invalid = error
        throw error
      }
    } write: { added, store in
      var (draft, list) = (added.draft, form[FormField.list].flatMap { ListID($0) })
      let choices = try await self.store.listChoices()
      // The others are tags.
      for tag in added.tags {
        guard let found = try await self.store.list(matching: tag.name) else { continue }
        list = found
        draft = draft.removing(tag)
        break
      }
      guard let list = list ?? choices.first?.id else { throw FieldError.noLists }
      guard choices.contains(where: { $0.id == list }) else { throw FieldError.noSuchList }
      var literal = added.literal
      if let due { (draft, literal) = (draft.dueOtherwise(due), literal?.dueOtherwise(due)) }
      let written = try await store.addTasks(
        [NestedDraft(draft)], to: list, literal: literal, submission: submission)
      return await redirect(after: await event(list, written), at: form.origin ?? .today())
    } name: {
      $0.draft.title
    } again: { error, _ async throws(Failure) in
      try await again(error, invalid)
    }
  }
}
