import StatePages
import Tasks

/// The boxes that a file has sent back, as they are in an address.
struct TakenBoxes: Hashable, Sendable {
  var file: String
  var tasks: [TaskID]
}

extension AddressPart<TakenBoxes?> {
  /// The names are short, because an address has to hold a page of them.
  static var taken: Self {
    AddressPart(.text("file"), .values("t", upTo: Limits.largestPage)) { file, tasks in
      .some(file.isEmpty ? nil : TakenBoxes(file: file, tasks: tasks))
    } components: { boxes in
      (boxes?.file ?? "", boxes?.tasks ?? [])
    }
  }
}
