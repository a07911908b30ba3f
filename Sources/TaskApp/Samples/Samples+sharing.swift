import Foundation
import TaskStore
import Tasks

/// A list that several accounts share.
extension Samples {
  /// The second name has a direction of its own, the third one is markup.
  private static let names = ["Mara", "بن", "<b>Ann & “Bo”</b>"]

  /// The member at an index.
  static func person(_ index: Int) -> Person { Person(account(index + 1), names[index]) }

  private static func account(_ number: Int) -> AccountID { AccountID(listID(Int64(number)).value) }

  /// The members of a list, as one of them sees them.
  static func sharing(seenBy reader: Int, invitations: [Invitation] = []) -> Sharing {
    let roles = [Role.owner, .editor, .viewer]
    return Sharing(
      members: names.indices.map { index in
        Member(person(index), username: index == 2 ? "ann" : nil, role: roles[index], isReader: index == reader)
      }, invitations: invitations, pages: invitations.isEmpty ? [] : pages)
  }

  private static let pages = ["Kitchen tablet", "Grandma"].enumerated().map { index, name in
    SharedPage(
      id: SharedPageID(listID(Int64(index + 1)).value), list: listID(2), listName: "Kitchen renovation", name: name,
      takesTicks: index == 0, made: date(now - 86_400), until: date(now + 29 * 86_400), ticks: index == 0 ? 3 : 0)
  }

  /// A task that the second member is to do.
  static let sharedDetail = TaskDetail(
    id: taskID(51), list: listID(2), listName: "Kitchen renovation",
    text: TaskDraft(title: "Oats", notes: "", due: nil, priority: .none, assignee: .account(person(1).account)),
    done: nil, created: date(now - 86_400), changed: date(now - 86_400), version: changeID(20), assigned: person(1))

  private static let said: [(author: CommentAuthor, text: String)] = [
    (.other(person(1)), "The shop has them until Friday.\n\n[ ] 12 m²\n[x] Glue\n\nhttps://tiles.example/offer"),
    (.imported(names[2]), "Which color?"), (.reader, "White, as in the hall."), (.removed, "Fine with me."),
  ]

  /// The second name is that of an imported file. One has a check line and a link.
  static let comments: [TaskComment] = said.enumerated().map { index, comment in
    let id = listID(Int64(4 - index)).value
    return TaskComment(
      id: CommentID(id), task: taskID(51), author: comment.author, text: comment.text,
      written: date(now - 3_000 - Int64(index) * 50_000), edited: index == 2 ? date(now - 90_000) : nil,
      version: changeID(30), mayEdit: index == 2, mayDelete: true)
  }

  static let people = names.indices.map(person)

  static let alone = Sharing(
    members: [Member(person(0), role: .owner, isReader: true)], invitations: [])

  static let invitations: [Invitation] = [nil, "Tom"].enumerated().map { index, name in
    Invitation(
      id: InvitationID(listID(Int64(index + 1)).value), list: listID(2), listName: "Kitchen renovation", role: .editor,
      invited: name, giver: names[0], made: date(now - 86_400), until: name == nil ? date(now + 6 * 86_400) : nil)
  }

  static let sharedHistory: [Change] = [ChangeKind.taskCompleted, .memberJoined, .memberRemoved, .roleChanged]
    .enumerated().map { index, kind in
      var change = Change(
        id: changeID(Int64(60 - index)), list: listID(2), other: nil, task: kind == .taskCompleted ? taskID(11) : nil,
        kind: kind, name: kind == .taskCompleted ? "Order the tiles for the back wall" : "Kitchen renovation", count: 1,
        otherName: nil, at: date(now - 3_000 - Int64(index) * 20_000), undone: false, undoable: true, undoes: nil,
        who: kind == .memberRemoved ? nil : person(index % 3))
      change.member = kind == .taskCompleted || kind == .roleChanged ? nil : names[2]
      return change
    }

  /// Tasks that others have added, done and changed last, and one that was ticked on a page by link.
  static let sharedRows: [TaskRow] = (LastChange.Kind.allCases + [.completed]).enumerated().map { index, kind in
    let isOnPage = index == names.count
    return TaskRow(
      id: taskID(Int64(50 + index)), list: listID(2), title: ["Oats", "Milk", "Bread", "Salt"][index], hasNotes: false,
      due: index == 0 ? today : nil, priority: .none, done: kind == .completed ? date(now - 600) : nil,
      version: changeID(20), isReadOnly: index == 2,
      last: LastChange(kind, by: isOnPage ? .page("Kitchen tablet") : .person(person(index))),
      assigned: isOnPage ? nil : person(2 - index))
  }
}
