import HTTPTypes
import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// The end of the processing of a form: the response with its page, what was typed and what is wrong.
struct RejectedForm: Error {
  let response: Response
}

extension SignedInRequest {
  /// ``again(_:status:_:)`` as an error, for a part of a form's processing that returns something else.
  func rejected(
    _ failure: Failure, status: HTTPResponse.Status? = nil, _ make: () async throws(Failure) -> Page
  ) async throws(Failure) -> RejectedForm {
    RejectedForm(response: try await again(failure, status: status, make))
  }

  /// Processes a form: validates it, writes it, and responds with the redirect of `write`; or with the form's page again, with what
  /// was typed and the error.
  ///
  /// - Parameters:
  ///   - validate: the valid input. Throws an `InvalidInput` or a `FieldError` for the form.
  ///   - write: writes the input. Throws a `StoreError`, or a `FieldError` for a conflict.
  ///   - name: what the error of a write calls the input.
  ///   - again: the page with the form, for an error and for the store's error that caused it.
  /// - Throws: failures that no field of the form explains.
  func submit<Input>(
    _ validate: () throws -> Input, write: (Input, AccountStore<StoreError>) async throws -> Response,
    name: (Input) -> String = { _ in "" }, again: (FieldError, StoreError?) async throws(Failure) -> Page
  ) async throws -> Response {
    func rejected(_ error: FieldError, _ cause: StoreError?, _ failure: Failure) async throws(Failure) -> Response {
      try await self.again(failure) { () async throws(Failure) in try await again(error, cause) }
    }
    let input: Input
    do {
      input = try validate()
    } catch let error as InvalidInput {
      return try await rejected(FieldError(error.first), nil, Failure(.invalid))
    } catch let error as FieldError {
      return try await rejected(error, nil, Failure(.invalid))
    }
    do {
      return try await write(input, store.withStoreErrors)
    } catch let error as StoreError {
      let failure = store.failure(error)
      guard let fieldError = FieldError(error, name: name(input)) else { throw failure }
      return try await rejected(fieldError, error, failure)
    } catch let error as FieldError {
      return try await rejected(error, nil, Failure(.conflict))
    }
  }

  /// Processes the form of a name: of a list, a saved filter or a section.
  /// - Parameter again: the page with the form, for the typed name, an error and the store's error that caused it.
  func submitName(
    _ form: FormBody, write: (ListName, SubmissionID, AccountStore<StoreError>) async throws -> Response,
    again: (String, FieldError, StoreError?) async throws(Failure) -> Page
  ) async throws -> Response {
    let (typed, submission) = (try form.required(FormField.name), try submission(form))
    return try await submit {
      try ListName(validating: typed)
    } write: { name, store in
      try await write(name, submission, store)
    } name: {
      $0.text
    } again: { error, cause async throws(Failure) in
      try await again(typed, error, cause)
    }
  }

  /// What a form has made, and the change that made it: an earlier one, if the form was sent before.
  func made(
    by write: (AccountStore<StoreError>) async throws -> Written
  ) async throws(Failure) -> (list: ListID, change: ChangeID?) {
    do {
      let written = try await write(store.withStoreErrors)
      return (written.list, written.change)
    } catch {
      let error = StoreError(thrown: error)
      guard case .repeated(let earlier) = error else { throw store.failure(error) }
      let change = try await store.change(earlier)
      return (change.list, change.id)
    }
  }

  /// Processes a form that adds a task to any list: the one that a word with a `/` or a `#` names, else the chosen one, else the Inbox.
  /// - Parameters:
  ///   - due: the due day of a task that has none; nil for none.
  ///   - event: what happened, for the list and what was written.
  ///   - again: the page with the form, for an error, with the invalid input that caused it.
  func addTask(
    _ form: FormBody, withDefaultDue due: Day? = nil, event: (ListID, Written) async -> TaskEvent,
    again: (FieldError, InvalidInput?) async throws(Failure) -> Page
  ) async throws -> Response {
    let typed = try form.required(FormField.title)
    let submission = try submission(form)
    let (title, named) = try await listNamed(in: typed)
    let wantsNew = named == nil && form[FormField.list] == AddFormLists.new
    var invalid: InvalidInput?
    return try await submit {
      do {
        let added = try QuickAdd(validating: TaskInput(form, title: title, quickAdd), quickAdd)
        return (added, wantsNew ? try ListName(validating: form[FormField.newList] ?? "") : nil)
      } catch let error as InvalidInput {
        invalid = error
        throw error
      }
    } write: { typed, store in
      let (added, newList) = typed
      var (draft, list) = (added.draft, named ?? form[FormField.list].flatMap { ListID($0) })
      var literal = added.literal
      if let due { (draft, literal) = (draft.withDefaultDue(due), literal?.withDefaultDue(due)) }
      if let newList {
        let written = try await store.createList(newList, open: [draft], submission: submission)
        return await redirect(after: await event(written.list, written), at: form.origin ?? .today())
      }
      let choices = try await self.store.listChoices()
      // Other words are tags.
      for tag in added.tags where named == nil {
        guard let found = try await self.store.list(matching: tag.name) else { continue }
        list = found
        draft = draft.removing(tag)
        break
      }
      guard let list = list ?? choices.first?.id, choices.contains(where: { $0.id == list }) else {
        throw FieldError.noSuchList
      }
      let written = try await store.addTasks([NestedDraft(draft)], to: list, literal: literal, submission: submission)
      return await redirect(after: await event(list, written), at: form.origin ?? .today())
    } name: {
      $1?.text ?? $0.draft.title
    } again: { error, _ async throws(Failure) in
      try await again(error, invalid)
    }
  }

  /// A typed line without the last word that names a list of the account by its beginning, such as `/kitchen`, and that list; the line as it
  /// is, and nil, if there is none. Words with dates and tags may follow it.
  private func listNamed(in typed: String) async throws(Failure) -> (title: String, list: ListID?) {
    let words = typed.split(whereSeparator: \.isWhitespace).suffix(Self.wordsThatName)
    for word in words.reversed() where word.first == "/" && word.dropFirst().first?.isLetter == true {
      guard let list = try await store.list(matching: String(word.dropFirst())) else { continue }
      let before = typed[..<word.startIndex].reversed().drop(while: \.isWhitespace).reversed()
      let title = String(before) + typed[word.endIndex...]
      return title.allSatisfy(\.isWhitespace) ? (typed, nil) : (title, list)
    }
    return (typed, nil)
  }

  /// How many words at the end of a line may name its list.
  private static let wordsThatName = 12
}

extension NestedDraft {
  /// The tasks that a form adds, and the single one as typed if words of its title were understood.
  /// - Parameters:
  ///   - several: the text with one title per line; nil for a single task.
  ///   - levels: the number of levels that lines can be indented to.
  static func typed(
    _ form: FormBody, several: String?, title: String, levels: Int = Limits.subtaskLevels, _ context: QuickAddContext
  ) throws(InvalidInput) -> ([NestedDraft], literal: TaskDraft?) {
    if let several { return (try TaskDraft.nested(from: several, context, levels: levels), nil) }
    let added = try QuickAdd(validating: TaskInput(form, title: title, context), context)
    return ([NestedDraft(added.draft)], added.literal)
  }
}
