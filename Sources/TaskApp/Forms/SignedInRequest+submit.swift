import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

extension SignedInRequest {
  /// Processes a form: validates it, writes it, and responds with the redirect of `write`; or with the form's page again, with what
  /// was typed and the error.
  ///
  /// - Parameters:
  ///   - validate: the valid input. Throws an `InvalidInput` or a `FieldError` for the form.
  ///   - write: writes the input. Throws a `StoreError`, or a `FieldError` for a conflict.
  ///   - name: what the error of a write calls the input.
  ///   - again: the page with the form, for an error and for the store's error that caused it.
  /// - Throws: failures that no field of the form explains.
  func submit<Input>(
    _ validate: () throws -> Input, write: (Input, AccountStore<StoreError>) async throws -> Response,
    name: (Input) -> String = { _ in "" },
    again: (FieldError, StoreError?) async throws(Failure) -> Page
  ) async throws -> Response {
    func rejected(_ error: FieldError, _ cause: StoreError?, _ failure: Failure) async throws(Failure) -> Response {
      try await self.again(failure) { () async throws(Failure) in try await again(error, cause) }
    }
    let input: Input
    do {
      input = try validate()
    } catch let error as InvalidInput {
      return try await rejected(FieldError(error.first), nil, Failure(.invalid))
    } catch let error as FieldError {
      return try await rejected(error, nil, Failure(.invalid))
    }
    do {
      return try await write(input, store.withStoreErrors)
    } catch let error as StoreError {
      let failure = store.failure(error)
      guard let told = FieldError(error, name: name(input)) else { throw failure }
      return try await rejected(told, error, failure)
    } catch let error as FieldError {
      return try await rejected(error, nil, Failure(.conflict))
    }
  }
}
