import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// What was typed on the page of a task: the edit of its text, subtasks to add, and a comment. It is saved in the transaction of what the pressed button
/// does, so all of that is written, or nothing.
struct TypedEdit: Sendable {
  private let id: TaskID
  private let header: TaskHeaderData
  private let tags: [Tag]
  private let input: TaskInput
  private let repeats: RecurrenceInput?
  private let reminders: ReminderInput?
  private let list: ListID?
  private let version: ChangeID
  private let movesSeries: Bool
  private let subtasksPage: Int
  private let subtasks: TypedSubtasks
  private let comment: String
  private let commentsPage: Int
  private var draft: TaskDraft?
  /// The title of the first subtask to add; nil without subtasks.
  private var firstSubtask: String?
  private var addedSubtasks = 0
  /// The index of the comment among the writes; nil without one.
  private var commentIndex: Int?
  /// The typed text that is saved before it, of a button that stands for another edit.
  private let earlier: [TypedEdit]
  private(set) var pending = PendingWrites([])

  /// How the typed subtasks are added.
  enum Adding {
    case anew
    /// Subtasks that the same form has added already are no error, because something else that it asked for follows.
    case once
    /// By the form that they are sent with.
    case byForm
  }

  /// Validates the edit that the form of a task's page has sent.
  /// - Parameter isAlong: whether another form was pressed. Then text that the reader did not change is no conflict.
  /// - Throws: ``RejectedForm`` with the typed text: what is wrong, or more of the form that was requested.
  init(
    _ id: TaskID, isAlong: Bool = false, adding: Adding, commenting: Adding, _ request: SignedInRequest,
    _ form: FormBody
  ) async throws {
    guard let version = try form.version() else { throw RequestProblem.malformed }
    let submission = try request.submission(form, of: .task(id, .edit))
    (self.id, self.version) = (id, version)
    header = try await request.store.taskHeader(id)
    let task = header.task
    repeats = RecurrenceInput(form)
    reminders = ReminderInput(form)
    input = TaskInput(form, over: task, repeats, reminders, request.quickAdd)
    let wasList = try form.list(FormField.wasList) ?? task.list
    list = try form.list(FormField.list).flatMap { $0 == wasList ? nil : $0 }
    tags = try await request.store.tagNames()
    (subtasks, subtasksPage, movesSeries) = (TypedSubtasks(form), form.subtasksPage, form.movesSeries)
    (comment, commentsPage) = (form[FormField.comment] ?? "", form.commentsPage)
    earlier = request.typed.map { [$0] } ?? []
    let draft: TaskDraft
    do { draft = try TaskDraft(validating: input) } catch {
      throw try await again(.invalid(error), Failure(.invalid), request)
    }
    // The form requested the dates of its recurrence: that is no error.
    if form[FormField.showDates] != nil { throw try await again(nil, Failure(.invalid), request) }
    var writes: [PendingWrite] = []
    let isUnchanged: Bool
    if isAlong, list == nil {
      let base = version == task.version ? task.text : try await request.store.text(of: id, at: version)
      isUnchanged = draft == base
    } else {
      isUnchanged = false
    }
    if !isUnchanged {
      self.draft = draft
      writes.append(.edit(id, to: draft, list: list, version: version, submission: submission))
    }
    if subtasks.isTyped, adding != .byForm {
      let (drafts, literal) = try await validSubtasks(request)
      (firstSubtask, addedSubtasks) = (drafts.first?.draft.title ?? "", drafts.count { $0.depth == 0 })
      writes.append(
        .add(
          drafts, to: id, literal: literal, once: adding == .once,
          submission: try request.submission(form, of: .task(id, .addSubtasks))))
    }
    if CommentInput(typed: comment) != nil, commenting != .byForm {
      let text: CommentText
      do { text = try CommentText(validating: comment) } catch {
        throw try await again(comment: FieldError(error.first), Failure(.invalid), request)
      }
      commentIndex = (earlier.first?.pending.count ?? 0) + writes.count
      writes.append(
        .comment(
          text, on: id, once: commenting == .once,
          submission: try request.submission(form, of: .task(id, .comment))))
    }
    pending = PendingWrites(writes, after: request.typed?.pending)
  }

  /// The edit that is sent along with another form of the page of a task; nil if the form is the edit itself.
  /// - Parameter task: the id of the task, as it was sent.
  init?(
    of task: String, sentWith other: TaskCommand?, _ request: SignedInRequest, _ form: FormBody
  ) async throws {
    var (adding, commenting) = (Adding.once, Adding.once)
    switch other {
    case .task(_, .edit)?: return nil
    case .task(_, .addSubtasks)?: adding = .byForm
    case .task(_, .comment)?: commenting = .byForm
    case _: break
    }
    guard let id = TaskID(task) else { throw RequestProblem.malformed }
    try await self.init(id, isAlong: true, adding: adding, commenting: commenting, request, form)
  }

  /// The changes that have saved it.
  var saved: [ChangeID] { made.filter(\.isNew).compactMap(\.change) }

  private var made: [Written] { if case .made(let written) = pending.outcome { written } else { [] } }

  /// Responds to a form, and saves the edit with the first write of it, or by itself if there is none.
  /// - Throws: ``RejectedForm`` with the typed text, if it can't be saved, and whatever `respond` throws. Nothing is written then.
  func save(
    for request: SignedInRequest, _ respond: (SignedInRequest) async throws -> Response
  ) async throws -> Response {
    var request = request
    request.typed = self
    let response: Response
    do {
      response = try await respond(request)
      if response.status == .seeOther { try await request.store.makePending() }
    } catch {
      if let refusal = try await refusal(request) { throw refusal }
      throw error
    }
    if let refusal = try await refusal(request) { throw refusal }
    return response
  }

  /// The redirect after nothing but the edit was saved.
  /// - Parameter line: the line of the notes whose box was pressed; nil for any other button.
  func redirect(_ request: SignedInRequest, _ form: FormBody, at line: NoteLineNumber? = nil) async -> Response {
    let (edit, added) = (made.first, made.last)
    let page = TaskStep.Page.task(id, page: subtasksPage, comments: commentsPage)
    let isTagOnPage = form[FormField.tag] != nil && form.origin?.page == page
    if line != nil || isTagOnPage {
      return await request.redirect(
        after: .changedOnPage(of: id, at: line.map { .line($0) }, page: subtasksPage, edit?.change), at: .task(id),
        rowTop: form.rowTop)
    }
    if firstSubtask != nil {
      let total = (header.task.progress?.total ?? 0) + addedSubtasks
      let page = Paging(total, of: request.look.rows).last
      return await request.redirect(after: .addedSubtasks(to: id, page: page, added?.change), at: .task(id))
    }
    if commentIndex != nil {
      return await request.redirect(after: .commented(on: id, added?.change), at: .task(id))
    }
    return await request.redirect(
      after: .changedTask(id, in: edit?.list ?? header.task.list, edit?.change), at: form.origin ?? .task(id),
      rowTop: form.rowTop)
  }

  /// The page of the task with what was typed, and what is wrong with the subtasks.
  func page(
    _ request: SignedInRequest, error: (FieldError, in: TypedSubtasks.Field)
  ) async throws(Failure) -> Page { try await page(request, nil, error: error) }

  /// The page of the task with what was typed, and what is wrong with the comment.
  func page(_ request: SignedInRequest, commentError: FieldError) async throws(Failure) -> Page {
    try await page(request, nil, commentError: commentError)
  }

  private func page(
    _ request: SignedInRequest, _ problem: FormProblem?, error: (FieldError, in: TypedSubtasks.Field)? = nil,
    commentError: FieldError? = nil, showsDates: Bool = false
  ) async throws(Failure) -> Page {
    var content = TaskScreen.Content(
      header.task, lists: header.choices, tags: tags, typed: input, repeats: repeats, list: list, version: version,
      problem: problem, from: request.showing(.task(id, page: subtasksPage, comments: commentsPage)).from)
    (content.movesSeries, content.showsDates) = (movesSeries, showsDates)
    content.reminders = reminders
    content.members = header.members.map(\.person)
    let isTyped = subtasks.isTyped || error != nil
    return try await TaskPage.page(
      header, request, Loader(.content(content)), subtasks: subtasksPage,
      adding: isTyped ? subtasks.form(adding: id, revision: header.list.revision, error: error) : nil,
      commenting: CommentInput(typed: comment, error: commentError), comments: commentsPage)
  }
}

extension TypedEdit {
  /// - Parameter problem: nil if the form requested more of itself.
  private func again(
    _ problem: FormProblem?, _ failure: Failure, _ request: SignedInRequest
  ) async throws(Failure) -> RejectedForm {
    try await request.rejected(failure, status: problem == nil ? .ok : nil) { () async throws(Failure) in
      try await page(request, problem, showsDates: problem == nil)
    }
  }

  private func again(
    _ error: FieldError, _ place: TypedSubtasks.Field, _ failure: Failure, _ request: SignedInRequest
  ) async throws(Failure) -> RejectedForm {
    try await request.rejected(failure) { () async throws(Failure) in
      try await page(request, error: (error, in: place))
    }
  }

  private func again(
    comment error: FieldError, _ failure: Failure, _ request: SignedInRequest
  ) async throws(Failure) -> RejectedForm {
    try await request.rejected(failure) { () async throws(Failure) in
      try await page(request, commentError: error)
    }
  }

  private func validSubtasks(_ request: SignedInRequest) async throws -> ([NestedDraft], literal: TaskDraft?) {
    do {
      return try subtasks.drafts(levels: header.levelsOfSubtasks, request.quickAdd)
    } catch {
      throw try await again(FieldError(error.input.first), error.place, Failure(.invalid), request)
    }
  }

  /// What to respond if the store has refused to save it; nil if it has not.
  private func refusal(_ request: SignedInRequest) async throws(Failure) -> RejectedForm? {
    guard case .refused(let index, let error) = pending.outcome else { return nil }
    return try await refusal(of: index, error, request)
  }

  private func refusal(
    of index: Int, _ error: StoreError, _ request: SignedInRequest
  ) async throws(Failure) -> RejectedForm {
    if let earlier = earlier.first, index < earlier.pending.count {
      return try await earlier.refusal(of: index, error, request)
    }
    let isEdit = draft != nil && index == (earlier.first?.pending.count ?? 0)
    guard isEdit, let draft else {
      let failure = request.store.failure(error)
      if index == commentIndex {
        guard let fieldError = FieldError(error, name: ShortText.of(comment)) else { throw failure }
        return try await again(comment: fieldError, failure, request)
      }
      guard let fieldError = FieldError(error, name: firstSubtask ?? "") else { throw failure }
      return try await again(fieldError, subtasks.place, failure, request)
    }
    if case .conflict(.task(_, let current, let theirs, let mine)) = error {
      let base = try await request.store.text(of: id, at: version)
      let conflict = TaskConflict(
        id: id, version: current, mine: mine, theirs: theirs, base: base, mineList: list, subtasks: subtasks,
        comment: CommentInput(typed: comment)?.value)
      let failure = Failure(.conflict, conflict.reason)
      return try await request.rejected(failure) { () async throws(Failure) in
        try await TaskPage.page(header, request, Loader(failed: failure), conflict: conflict)
      }
    }
    let failure = request.store.failure(error)
    if let list, !header.choices.contains(where: { $0.id == list }) {
      return try await again(.noSuchList, Failure(.invalid), request)
    }
    guard let fieldError = FieldError(error, name: draft.title) else { throw failure }
    return try await again(.refused(fieldError), failure, request)
  }
}

extension TaskHeaderData {
  /// The number of levels that lines of typed subtasks can be indented to.
  var levelsOfSubtasks: Int { max(1, Limits.subtaskLevels - 1 - task.parents.count) }
}
