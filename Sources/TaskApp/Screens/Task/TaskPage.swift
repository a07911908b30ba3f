import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

enum TaskPage {
  /// The page of a task.
  /// - Parameters:
  ///   - subtasks: the page of its subtasks.
  ///   - comments: the page of its comments.
  static func page(
    _ id: TaskID, page subtasks: Int = 1, comments: Int = 1, for request: SignedInRequest
  ) async throws(Failure) -> Page {
    try await page(request.store.taskHeader(id), request, subtasks: subtasks, comments: comments)
  }

  /// The page of a task with its stored text.
  /// - Parameter adding: the rejected form for subtasks, with its error.
  static func page(
    _ header: TaskHeaderData, _ request: SignedInRequest, subtasks: Int = 1, adding: AddSubtasksForm? = nil,
    commenting: CommentInput? = nil, comments: Int = 1
  ) async throws(Failure) -> Page {
    let request = request.showing(.task(header.task.id, page: subtasks, comments: comments))
    var content = TaskScreen.Content(
      header.task, lists: header.choices, tags: try await request.store.tagNames(), from: request.from)
    content.line = request.step.lineAnchor
    (content.commonTags, content.tagColors) = (try await request.store.commonTags(), request.reader.tagColors)
    (content.source, content.members) = (header.source, header.members.map(\.person))
    return try await page(
      header, request, Loader(.content(content)), subtasks: subtasks, adding: adding, commenting: commenting,
      comments: comments)
  }

  /// The page of a task with its form in any state. The choice between two texts comes without steps: their forms would drop both.
  static func page(
    _ header: TaskHeaderData, _ request: SignedInRequest, _ content: Loader<TaskScreen.Content>, subtasks page: Int = 1,
    adding: AddSubtasksForm? = nil, conflict: TaskConflict? = nil, commenting: CommentInput? = nil, comments: Int = 1
  ) async throws(Failure) -> Page {
    let task = header.task
    let request = request.showing(.task(task.id, page: page, comments: comments))
    let (recentChange, changed) = try await request.recentChanges()
    var subtasks: [ChangedRow] = []
    for row in changed.changed where row.list == task.list && row.row.id != task.id {
      if let parent = row.parent, try await request.store.isSubtask(parent, in: task.id) { subtasks.append(row) }
    }
    let rowStates = request.states(of: subtasks, pressed: changed.pressed)
    let rows = ListRows().showing(header.place, for: request.look)
    let section = header.place.sections.first { $0.id == rows.section }
    var layout = request.layout(
      .task, name: task.title, of: task.list,
      notice: recentChange?.notice(from: request.from, isOnTask: !task.isReadOnly),
      isNoticeInRow: rowStates.tells(recentChange), from: request.from)
    layout.saves = conflict == nil && !task.isReadOnly
    return Page(layout, for: request.look) {
      TaskHead(
        title: task.title, listName: section?.name ?? task.listName,
        color: header.choices.first { $0.id == task.list }?.color, back: request.findTask(task, at: header.place),
        parents: task.parents, neighbours: header.neighbours)
      Region<TaskScreen>(
        "task", content, caption: TaskScreen.Caption(conflict, among: header.members.map(\.person), for: request.look),
        retry: request.retry, placement: .page)
      if conflict == nil, !task.isReadOnly || task.progress != nil {
        self.subtasks(of: task, page, rowStates, request)
        if !task.isReadOnly, adding != nil || task.parents.count + 1 < Limits.subtaskLevels {
          PagePart.piece(
            "add-subtasks", adding ?? AddSubtasksForm(task: task.id, revision: header.list.revision.description))
        }
      }
      if conflict == nil, header.takesComments {
        PagePart.piece(
          "add-comment",
          CommentForm(
            task: task.id, isEditing: !task.isReadOnly,
            newest: header.newestComment?.description ?? "", input: commenting ?? CommentInput()))
        if header.comments > 0 { self.comments(on: task, comments, request) }
      }
    }.sending(request.intents)
  }

  private static func comments(
    on task: TaskDetail, _ page: Int, _ request: SignedInRequest
  ) -> Region<CommentsScreen> {
    let size = request.look.rows
    let content = request.store.loader(orEmpty: .nothingYet) { store throws(Interruption) in
      CommentsScreen.Content(
        page: try await store.comments(page, of: size, on: task.id), form: CommentForm.id(isEditing: !task.isReadOnly))
    }
    return Region("comments", content, retry: request.retry, weight: .secondary)
  }

  private static func subtasks(
    of task: TaskDetail, _ page: Int, _ states: RowStates, _ request: SignedInRequest
  ) -> Region<SubtasksScreen> {
    let size = request.look.rows
    let content = request.store.loader(orEmpty: .nothingYet) { store throws(Interruption) in
      SubtasksScreen.Content(
        try await store.subtasksPage(page, of: size, of: task.id, including: states.changed), states,
        from: request.from, editing: !task.isReadOnly)
    }
    return Region(
      "subtasks", content, caption: SubtasksScreen.Caption(progress: task.progress),
      retry: request.retry, weight: .secondary)
  }
}

/// The head of a task's page, with a link back to its list. Its heading repeats the title, which is shown in the form.
struct TaskHead: Piece {
  static let template = "task/head"
  static let fields: [String: Field<TaskHead>] = [
    "title": .text(\.title), "listName": .text(\.listName), "color": .view { ListColorView($0.color) },
    "parents": .rows { $0.parents.map(TaskLink.init) },
    "previous": .view { $0.neighbours.previous.map(TaskLink.init) },
    "next": .view { $0.neighbours.next.map(TaskLink.init) },
    "listHref": .link(\.back),
  ]
  /// The stored title.
  let title: String
  /// The name of the list, or of the section, that shows the task.
  let listName: String
  /// The color of the list.
  var color: ListColor.Name?
  /// The page of it that has the task.
  let back: TaskIntent
  /// The tasks that it is a subtask of, the outermost first.
  var parents: [ParentTask] = []
  /// The open tasks before and after it in the list.
  var neighbours = Neighbours()
}

/// A link to another task: one that this is a subtask of, or a neighbour.
struct TaskLink: TemplateView {
  static let fields: [String: Field<TaskLink>] = [
    "title": .text { ShortText.of($0.task.title) },
    "href": .link { .openTask($0.task.id) },
  ]
  let task: ParentTask
}
