import Foundation
import StatePages
import StateViews
import TaskStore
import Tasks

/// The comments on a task, on its page, the newest first.
enum CommentsScreen: ListScreen {
  static let name: ViewName = "comments"
  static let emptyReasons = [Reason.nothingYet]

  struct Content: ListContent, Sendable {
    let page: CommentPage
    /// The id of the form that the buttons belong to; see ``CommentForm/id(isEditing:)``.
    let form: String

    var count: Int { page.rows.count }
  }

  static let fields: [String: Field<ListView<CommentsScreen>>] = [
    "rows": .rows(\.rows), "total": .numeral(\.content.page.paging.total),
    "pages": .view { view in
      PageLinks(view.content.page.number, of: view.content.page.paging) { .turnComments(to: $0) }
    },
  ]

  struct Row: TemplateView {
    static let fields: [String: Field<Row>] = [
      "id": .text(\.comment.id.description), "form": .text(\.form), "at": .view(\.at), "text": .view(\.text),
      "initial": .pieces { InitialView.of($0.person) },
      "who": .optional { $0.person.map { ShortText.of($0.name) } },
      "imported": .optional { $0.imported.map { ShortText.of($0) } },
      "former": .flag { $0.comment.author == .removed }, "edited": .flag { $0.comment.edited != nil },
      "editHref": .optionalLink { $0.comment.mayEdit ? .editComment($0.comment.id) : nil },
      "deleteAction": .optionalForm { $0.comment.mayDelete ? .comment($0.comment.id, .delete) : nil },
    ]
    let comment: TaskComment
    let form: String
    let at: Moment
    let text: NoteText?

    private var person: Person? { if case .other(let person) = comment.author { person } else { nil } }
    private var imported: String? { if case .imported(let name) = comment.author { name } else { nil } }
  }

  static func rows(of content: Content, for look: DisplaySettings) -> [Row] {
    let moments = MomentPrinter(look)
    return content.page.rows.map { comment in
      Row(
        comment: comment, form: content.form, at: moments.moment(Int64(comment.written.timeIntervalSince1970)),
        text: NoteText(of: comment.text))
    }
  }

  static var samples: [Sample<CommentsScreen>] {
    let comments = Samples.comments
    func sample(_ name: String, _ page: CommentPage) -> Sample<CommentsScreen> {
      Sample(name, content: Content(page: page, form: CommentForm.id(isEditing: false)))
    }
    return [
      sample("of-several", CommentPage(comments, paging: Paging(comments.count, of: nil))),
      sample("among-many", CommentPage(Array(comments.prefix(2)), number: 2, paging: Paging(6, of: 2))),
    ]
  }
}

/// The field for a new comment. Where a form edits the task, it belongs to that form, so that each button of the page sends everything that
/// was typed on it.
struct CommentForm: Piece {
  static let template = "comments/add"
  static let fields: [String: Field<CommentForm>] = [
    "action": .form { .task($0.task, .comment) }, "form": .text { id(isEditing: $0.isEditing) },
    "alone": .flag { !$0.isEditing }, "newest": .text(\.newest),
    "value": .text(\.input.value), "focus": .flag { $0.input.error != nil }, "error": .view(\.input.error),
  ]
  let task: TaskID
  /// Whether the form of the task is on the page.
  let isEditing: Bool
  /// The newest comment, part of the idempotency key: the same words may be said once more.
  let newest: String
  let input: CommentInput

  /// The id of the form that the fields and buttons of comments belong to.
  static func id(isEditing: Bool) -> String { isEditing ? "edit" : "comment-form" }
}

/// What was typed into the field for a comment, and why it was rejected.
struct CommentInput: Sendable {
  var value = ""
  var error: FieldError?

  /// The field with typed text; nil for an empty one without an error.
  init?(typed: String, error: FieldError? = nil) {
    if typed.allSatisfy(\.isWhitespace), error == nil { return nil }
    (value, self.error) = (typed, error)
  }

  init() {}
}
