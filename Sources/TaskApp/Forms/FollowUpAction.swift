/// The action of a submit button in a task's form, in addition to saving.
enum FollowUpAction: String, CaseIterable, Sendable {
  case complete, reopen, skip, delete
}
