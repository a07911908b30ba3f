import StatePages
import StateViews
import TaskStore
import Tasks

/// The page with a comment of the reader in a form.
enum EditCommentPage {
  /// - Parameters:
  ///   - typed: the rejected text; nil for the stored one.
  ///   - error: why it was rejected.
  ///   - isConflict: whether the stored text, which was edited since, is shown beside it.
  static func page(
    _ id: CommentID, typed: String? = nil, error: FieldError? = nil, isConflict: Bool = false,
    for request: SignedInRequest
  ) async throws(Failure) -> Page {
    let comment = try await request.store.comment(id)
    guard comment.mayEdit else { throw Failure(.forbidden) }
    let task = try await request.store.task(comment.task)
    return Page(request, .comment, name: task.title, of: task.list) {
      CommentHead(task: task.id, title: task.title)
      EditCommentForm(
        comment: comment, value: typed ?? comment.text, error: error,
        theirs: isConflict ? NoteText(of: comment.text) : nil)
    }
  }
}

struct CommentHead: Piece {
  static let template = "comments/head"
  static let fields: [String: Field<CommentHead>] = [
    "taskHref": .link { .openTask($0.task) }, "title": .text(\.title),
  ]
  let task: TaskID
  let title: String
}

struct EditCommentForm: Piece {
  static let template = "comments/edit"
  static let fields: [String: Field<EditCommentForm>] = [
    "action": .form { .comment($0.comment.id, .edit) },
    "formName": .text { "comment-v\($0.comment.version)" }, "version": .text(\.comment.version.description),
    "value": .text(\.value), "error": .view(\.error), "theirs": .view(\.theirs),
  ]
  let comment: TaskComment
  let value: String
  var error: FieldError?
  /// The stored text, if it was edited since the form was made.
  var theirs: NoteText?
}
