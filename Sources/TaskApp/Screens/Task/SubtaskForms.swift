import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

extension TaskForms {
  /// `POST /tasks/{id}/steps`
  ///
  /// The edit of the task that is sent along is saved in the same transaction.
  static func addSubtasks(to id: TaskID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let typed = TypedSubtasks(form)
    let submission = try request.submission(form, of: .task(id, .addSubtasks))
    let header = try await request.store.taskHeader(id)
    func again(
      _ error: FieldError, _ place: TypedSubtasks.Field, _ failure: Failure
    ) async throws(Failure) -> RejectedForm {
      try await request.rejected(failure) { () async throws(Failure) in
        if let edit = request.typed { return try await edit.page(request, error: (error, in: place)) }
        return try await TaskPage.page(
          header, request, subtasks: form.subtasksPage,
          adding: typed.form(adding: id, revision: header.list.revision, error: (error, in: place)))
      }
    }
    let subtasks: [NestedDraft]
    let literal: TaskDraft?
    do {
      (subtasks, literal) = try typed.drafts(levels: header.levelsOfSubtasks, request.quickAdd)
    } catch {
      throw try await again(FieldError(error.input.first), error.place, Failure(.invalid))
    }
    do {
      let written = try await request.store.withStoreErrors.addSubtasks(
        subtasks, to: id, literal: literal, submission: submission)
      let total = (header.task.progress?.total ?? 0) + subtasks.count { $0.depth == 0 }
      let page = Paging(total, of: request.look.rows).last
      return await request.redirect(after: .addedSubtasks(to: id, page: page, written.change), at: .task(id))
    } catch {
      let failure = request.store.failure(error)
      guard let fieldError = FieldError(error, name: subtasks.first?.draft.title ?? "") else { throw failure }
      throw try await again(fieldError, typed.place, failure)
    }
  }
}

extension FormBody {
  var subtasksPage: Int {
    guard case .task(_, let page, _)? = origin?.page else { return 1 }
    return page
  }

  var commentsPage: Int {
    guard case .task(_, _, let page)? = origin?.page else { return 1 }
    return page
  }
}

struct TypedSubtasks: Hashable, Sendable {
  let one, several: String
  var addsSeveral = false

  var isTyped: Bool { hasOne || hasSeveral }
  private var hasOne: Bool { !one.allSatisfy(\.isWhitespace) }
  private var hasSeveral: Bool { !several.allSatisfy(\.isWhitespace) }

  func form(adding task: TaskID, revision: ChangeID, error: (FieldError, in: Field)? = nil) -> AddSubtasksForm {
    AddSubtasksForm(
      task: task, revision: revision.description,
      one: SubtaskInput(value: one, error: error?.in == .one ? error?.0 : nil),
      several: SubtaskInput(value: several, error: error?.in == .several ? error?.0 : nil))
  }

  enum Field {
    case one, several
  }

  /// The field of an error that is about all subtasks.
  var place: Field { hasSeveral && !hasOne ? .several : .one }

  /// The subtasks to add, the single one first, and that as typed if words of it were understood and it is the only one.
  ///
  /// - Parameter levels: the number of levels that lines can be indented to.
  /// - Throws: what is wrong in which field. If both are empty, the one whose button was pressed.
  func drafts(levels: Int, _ context: QuickAddContext) throws(Rejection) -> ([NestedDraft], literal: TaskDraft?) {
    var (subtasks, literal): ([NestedDraft], TaskDraft?) = ([], nil)
    if hasOne || !hasSeveral && !addsSeveral {
      do {
        let added = try QuickAdd(validating: TaskInput(title: one), context)
        (subtasks, literal) = ([NestedDraft(added.draft)], added.literal)
      } catch {
        throw Rejection(input: error, place: .one)
      }
    }
    if hasSeveral || addsSeveral {
      do {
        subtasks += try TaskDraft.nested(from: several, context, levels: levels)
      } catch {
        throw Rejection(input: error, place: .several)
      }
    }
    return (subtasks, subtasks.count == 1 ? literal : nil)
  }

  /// Text of a field that can't be a subtask.
  struct Rejection: Error {
    let input: InvalidInput
    let place: Field
  }
}

extension TypedSubtasks {
  init(_ form: FormBody) {
    one = form[FormField.subtask] ?? ""
    several = form[FormField.subtasks] ?? ""
    addsSeveral = form[FormField.then] == FormField.addSeveral
  }
}
