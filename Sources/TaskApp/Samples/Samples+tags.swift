import Tasks

extension Samples {
  static let tagSummaries: [TagSummary] = [
    tag(1, "a-tag-without-any-place-to-break-it-anywhere", open: 0, isUsed: false), tag(2, "garden", open: 12),
    tag(3, "kitchen", open: 1), tag(4, "Mill-Street", open: 0), tag(5, "phone", open: Limits.countedTaggedTasks),
    tag(6, "مطبخ", open: 3), tag(7, "買い物", open: 2),
  ]

  private static func tag(_ number: Int64, _ name: String, open: Int, isUsed: Bool = true) -> TagSummary {
    TagSummary(id: TagID(taskID(number).value), tag: Tag(stored: name), open: open, isUsed: isUsed)
  }
}
