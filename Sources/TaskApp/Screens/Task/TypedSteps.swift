import StatePages
import Tasks

struct TypedSteps: Hashable, Sendable {
  let one: String
  let several: String
  var addsSeveral = false

  var isTyped: Bool { hasOne || hasSeveral }
  private var hasOne: Bool { !one.allSatisfy(\.isWhitespace) }
  private var hasSeveral: Bool { !several.allSatisfy(\.isWhitespace) }

  func form(adding task: TaskID, revision: ChangeID, error: (FieldError, in: Place)? = nil) -> AddSubtasksForm {
    AddSubtasksForm(
      task: task, revision: revision.description,
      one: SubtaskInput(value: one, error: error?.in == .one ? error?.0 : nil),
      several: SubtaskInput(value: several, error: error?.in == .several ? error?.0 : nil))
  }

  enum Place {
    case one, several
  }

  /// The field of an error that is about all steps.
  var place: Place { hasSeveral && !hasOne ? .several : .one }

  /// The steps to add, the single one first, and that as typed if words of it were understood and it is the only one.
  ///
  /// - Parameter levels: the number of levels that lines can be indented to.
  /// - Throws: what is wrong in which field. If both are empty, the one whose button was pressed.
  func drafts(levels: Int, _ context: QuickAddContext) throws(Rejection) -> ([NestedDraft], literal: TaskDraft?) {
    var (steps, literal): ([NestedDraft], TaskDraft?) = ([], nil)
    if hasOne || !hasSeveral && !addsSeveral {
      do {
        let added = try QuickAdd(validating: TaskInput(title: one), context)
        (steps, literal) = ([NestedDraft(added.draft)], added.literal)
      } catch {
        throw Rejection(input: error, place: .one)
      }
    }
    if hasSeveral || addsSeveral {
      do {
        steps += try TaskDraft.nested(from: several, context, levels: levels)
      } catch {
        throw Rejection(input: error, place: .several)
      }
    }
    return (steps, steps.count == 1 ? literal : nil)
  }

  /// Text of a field that can't be a step.
  struct Rejection: Error {
    let input: InvalidInput
    let place: Place
  }
}

extension TypedSteps {
  init(_ form: FormBody) {
    one = form[FormField.step] ?? ""
    several = form[FormField.steps] ?? ""
    addsSeveral = form[FormField.then] == FormField.addSeveral
  }
}
