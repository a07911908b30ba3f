import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// The page of a task, with the other open tasks of its list in a pane.
enum TaskPage {
  /// The page of a task.
  /// - Parameters:
  ///   - steps: the page of its steps.
  ///   - did: the recent change that its notice reports.
  ///   - anchor: the row that keeps its distance from the top of the window.
  static func page(
    _ id: TaskID, page steps: Int = 1, did: ChangeID?, anchor: RowAnchor? = nil, for request: SignedInRequest
  ) async throws(Failure) -> Page {
    try await page(load(id, request), request, steps: steps, did: did, anchor: anchor)
  }

  /// The page of a task with its stored text.
  /// - Parameter adding: the rejected form for steps, with its error.
  static func page(
    _ header: TaskHeaderData, _ request: SignedInRequest, steps: Int = 1, adding: AddSubtasksForm? = nil,
    did: ChangeID? = nil, anchor: RowAnchor? = nil
  ) async throws(Failure) -> Page {
    let content = TaskScreen.Content(header.task, lists: header.choices, tags: try await request.store.tagNames())
    return try await page(
      header, request, Loader(.content(content)), steps: steps, adding: adding, did: did, anchor: anchor)
  }

  /// `POST /tasks/{id}`
  static func edit(_ id: TaskID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    guard let version = try form.version() else { throw RequestProblem.malformed }
    let submission = try request.submission(form)
    let header = try await load(id, request)
    let task = header.task
    let repeats = RecurrenceInput(form)
    let typed = TaskInput(form, over: task, repeats, today: request.look.today)
    let wasList = try form.list(FormField.wasList) ?? task.list
    let list = try form.list(FormField.list).flatMap { $0 == wasList ? nil : $0 }
    let tags = try await request.store.tagNames()
    let lists = try await choices(of: header, page: form.listsPage, including: list, request)
    func again(_ problem: FormProblem?, _ failure: Failure) async throws(Failure) -> Response {
      let content = TaskScreen.Content(
        task, lists: lists, tags: tags, typed: typed, repeats: repeats, list: list, version: version, problem: problem)
      return try await request.again(failure) { () async throws(Failure) in
        var page = try await page(header, request, Loader(.content(content)))
        // Not an error: the form requested another page of lists, or the dates of its recurrence.
        if problem == nil { page.status = .ok }
        return page
      }
    }
    if form.listsPage != nil { return try await again(nil, Failure(.invalid)) }
    let draft: TaskDraft
    do {
      draft = try TaskDraft(validating: typed)
    } catch {
      return try await again(.invalid(error), Failure(.invalid))
    }
    if form[FormField.showDates] != nil { return try await again(nil, Failure(.invalid)) }
    let written: Written
    do {
      written = try await request.store.withStoreErrors.editTask(
        id, draft, list: list, version: version, submission: submission)
    } catch .conflict(.task(_, let current, let theirs, let mine)) {
      let base = try await request.store.text(of: id, at: version)
      let conflict = TaskConflict(id: id, version: current, mine: mine, theirs: theirs, base: base, mineList: list)
      let failure = Failure(.conflict, conflict.reason)
      return try await request.again(failure) { () async throws(Failure) in
        try await page(header, request, Loader(failed: failure))
      }
    } catch {
      let failure = request.store.failure(error)
      if let list, !lists.contains(list) { return try await again(.noSuchList, Failure(.invalid)) }
      guard let told = FieldError(error, name: draft.title) else { throw failure }
      return try await again(.refused(told), failure)
    }
    return try await after(
      written, of: id, request, from: form.origin, rowTop: form.rowTop,
      then: form[FormField.then].flatMap(FollowUpAction.init(rawValue:)))
  }

  private static func load(_ id: TaskID, _ request: SignedInRequest) async throws(Failure) -> TaskHeaderData {
    return try await request.store.taskHeader(id)
  }

  /// The lists that the form offers: the requested page of lists, the task's own list and the selected one.
  private static func choices(
    of header: TaskHeaderData, page: Int?, including chosen: ListID?, _ request: SignedInRequest
  ) async throws(Failure) -> ListChoices {
    if page == nil, chosen.map(header.choices.contains) ?? true { return header.choices }
    let others = [header.task.list, chosen].compactMap(\.self)
    return try await request.store.listChoices(page: page ?? 1, including: others)
  }

  private static func page(
    _ header: TaskHeaderData, _ request: SignedInRequest, _ content: Loader<TaskScreen.Content>, steps: Int = 1,
    adding: AddSubtasksForm? = nil, did: ChangeID? = nil, anchor: RowAnchor? = nil
  ) async throws(Failure) -> Page {
    let task = header.task
    let recentChange = try await request.recentChange(of: did)
    let rowNotice = try await recentChange?.row(ofSubtaskIn: task, request)
    let cacheKey = request.part(
      task.id, header.revision.newest?.description ?? "0", header.list.preferences.order.rawValue)
    return Page(
      request.layout(
        .task, name: task.title, notice: recentChange?.notice(at: .task(task.id, page: steps)),
        isNoticeInRow: rowNotice != nil),
      for: request.look, cacheKey: request.cacheKey(recentChange, cacheKey, steps, header.list.folds)
    ) {
      PagePart.piece(
        "head",
        TaskHead(
          title: task.title, list: task.list, listName: task.listName, task: task.id, parents: task.parents,
          page: header.place.page(of: request.look.rows)))
      siblings(of: task, at: header.place, in: header.list, request, cacheKey)
      Region<TaskScreen>(
        "task", content, cacheKey: cacheKey, retry: TaskFlow.retry(at: .task(task.id)), placement: .page)
      self.steps(of: task, steps, rowNotice, anchor, request, cacheKey, header.list)
      if adding != nil || task.parents.count + 1 < Limits.subtaskLevels {
        PagePart.piece(
          "add-subtasks", adding ?? AddSubtasksForm(task: task.id, version: header.list.revision.description))
      }
    }
  }

  private static func steps(
    of task: TaskDetail, _ page: Int, _ notice: RowNotice?, _ anchor: RowAnchor?, _ request: SignedInRequest,
    _ cacheKey: CacheKey, _ list: ListSummary
  ) -> Region<SubtasksScreen> {
    let size = request.look.rows
    let content = request.store.loader { store throws(Interruption) in
      try await store.subtasksPage(page, of: size, of: task.id, including: notice?.changed)
    } loaded: { page in
      Loaded(SubtasksScreen.Content(page, notice: notice, anchor: anchor, of: task.id), orEmpty: .nothingYet)
    }
    return Region(
      "subtasks", content, caption: SubtasksScreen.Caption(progress: task.progress),
      cacheKey: notice == nil && anchor == nil ? CacheKey(cacheKey, page, list.folds, size) : nil,
      retry: TaskFlow.retry(at: .task(task.id, page: page)), weight: .secondary)
  }

  private static func siblings(
    of task: TaskDetail, at place: RowPosition, in list: ListSummary, _ request: SignedInRequest, _ cacheKey: CacheKey
  ) -> Region<SiblingsScreen> {
    let whyEmpty = Reason(ofEmpty: list)
    let size = request.look.rows
    let content = request.store.loader { store throws(Interruption) in
      try await store.openPage(place.page(of: size), of: size, in: task.list, steps: .none)
    } loaded: { page in
      Loaded(
        SiblingsScreen.Content(page: page, list: task.list, current: task.parents.first?.id ?? task.id),
        orEmpty: whyEmpty)
    }
    return Region(
      "siblings", content, caption: SiblingsScreen.Caption(list: task.list, listName: task.listName),
      cacheKey: cacheKey,
      retry: TaskFlow.retry(at: .task(task.id)), weight: .secondary)
  }
}

extension TaskInput {
  /// The fields of a form; missing fields keep the task's values. A date button overrides the date field.
  fileprivate init(_ form: FormBody, over task: TaskDetail, _ recurrence: RecurrenceInput?, today: Day) {
    let due = form[FormField.quick] ?? form[FormField.due] ?? task.text[.due]
    let repeats =
      recurrence?.text(changing: task.repeats, due: Day(iso: due), today: today)
      ?? form[TaskField.repeats.name] ?? task.text[.repeats]
    self.init { field in
      if form.keepsTheirs(field) { return task.text[field] }
      switch field {
      // The title wraps in a textarea, where Enter makes a line break.
      case .title: return TaskInput.onOneLine(form[field.name] ?? task.text[field])
      case .due:
        // A task that begins to repeat is due on the first date of its rule.
        let isNew = due.isEmpty && form[FormField.quick] == nil && repeats != task.text[.repeats]
        return isNew ? Recurrence(repeats)?.current.iso ?? due : due
      case .time:
        if form[FormField.quick] == "" { return "" }
        guard let time = form[field.name] else { return task.text[field] }
        let zone = form[FormField.clock] ?? ""
        return TimeOfDay(time) != nil && !zone.isEmpty ? "\(time) \(zone)" : time
      case .repeats: return repeats
      case .start, .tags, .notes, .priority: return form[field.name] ?? task.text[field]
      }
    }
  }
}
