import StatePages

/// The head of the search.
struct SearchHead: Piece {
  static let template = "search/head"
  static let fields: [String: Field<SearchHead>] = [:]
}
