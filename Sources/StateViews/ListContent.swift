/// Content that is a list of rows.
///
/// An array is one. A list with more beside its rows counts these:
///
/// ```swift
/// struct Shelf: ListContent, Sendable {
///   let books: [Book]
///   let checked: Date
///   var count: Int { books.count }
/// }
/// ```
public protocol ListContent {
  /// The number of rows.
  var count: Int { get }
}

extension Array: ListContent {}

extension Loaded where Content: ListContent {
  /// The end of a list's load: content if it has rows, otherwise empty with a reason.
  /// - Parameters:
  ///   - list: the list, with or without rows.
  ///   - reason: why it has no rows; evaluated only then.
  public init(_ list: Content, orEmpty reason: @autoclosure () -> Reason) {
    self = list.count > 0 ? .content(list) : .empty(reason())
  }
}
