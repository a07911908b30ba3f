import GRDB
import Tasks

extension Write {
  /// The tasks with their assignees as members of the list that they are added to. In a list of one member a typed name is a part of the title.
  ///
  /// - Throws: ``Conflict/noMember(_:name:)``
  func assigned(_ tasks: [NestedDraft], in list: ListID) throws -> [NestedDraft] {
    guard tasks.contains(where: { $0.draft.assignee != nil }) else { return tasks }
    let members = try db.members(of: list, for: account)
    return try tasks.map { task in
      NestedDraft(try assigned(task.draft, in: list, members, was: nil), depth: task.depth, isDone: task.isDone)
    }
  }

  /// The text of a task with its assignee as a member of its list.
  /// - Parameter was: the assignee so far, which it keeps where it is moved. Among others, that counts as none.
  /// - Throws: ``Conflict/noMember(_:name:)``
  func assigned(_ draft: TaskDraft, in list: ListID, was: Assignee?) throws -> TaskDraft {
    draft.assignee == was ? draft : try assigned(draft, in: list, db.members(of: list, for: account), was: was)
  }

  private func assigned(
    _ draft: TaskDraft, in list: ListID, _ members: [Member], was: Assignee?
  ) throws -> TaskDraft {
    switch draft.assignee {
    case nil: return draft
    case .account(let account):
      guard members.contains(where: { $0.account == account }) else {
        throw StoreError.conflict(.noMember(list, name: nil))
      }
      return draft
    case .named(let name):
      if let member = members.named(name) { return draft.with { $0.assignee = .account(member.account) } }
      if members.count > 1 { throw StoreError.conflict(.noMember(list, name: name)) }
      return draft.withNameInTitle
    }
  }

  /// Takes some tasks of a list from an account that is no member of it. Returns whether none is left.
  func forgetAssigned(to account: AccountID, in list: ListID) throws -> Bool {
    try run(Self.forgetAssigned, [account.value, list.value, DeletionChunk.texts])
    return db.changesCount < DeletionChunk.texts
  }

  private static let forgetAssigned = """
    UPDATE tasks SET assignee = NULL WHERE id IN (SELECT id FROM tasks WHERE assignee = ? AND list = ? LIMIT ?)
    """
}
