import StatePages
import StateViews
import TaskStore
import Tasks

/// The page of a tag whose name is being changed.
enum TagNamePage {
  /// The page, with the field for the new name.
  /// - Parameters:
  ///   - typed: the rejected name; nil for the tag's own.
  ///   - error: why it, or the removal of the tag, was rejected.
  static func page(
    _ id: TagID, typed: String? = nil, error: FieldError? = nil, for request: SignedInRequest
  ) async throws(Failure) -> Page {
    let tag = try await request.store.tag(id)
    return try await SearchPage.page(
      SearchParameters(tag: tag), for: request, renaming: TagRename(value: typed ?? tag.name, error: error))
  }
}
