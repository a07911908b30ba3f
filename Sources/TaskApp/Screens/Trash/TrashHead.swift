import StatePages

/// The head of the trash.
struct TrashHead: Piece {
  static let template = "trash/head"
  static let fields: [String: Field<TrashHead>] = [:]
}
