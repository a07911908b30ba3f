import StateViews

/// A load whose end is recorded.
struct RecordedLoad<Base: StatefulContent>: StatefulContent {
  let base: Base
  let record: @Sendable (Result<Loaded<Base.Content>, Interruption>) -> Void

  func load(progress: @escaping @Sendable (Progress) -> Void) async throws(Interruption) -> Loaded<Base.Content> {
    do throws(Interruption) {
      let loaded = try await base.load(progress: progress)
      record(.success(loaded))
      return loaded
    } catch {
      record(.failure(error))
      throw error
    }
  }
}
