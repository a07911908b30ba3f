import Hummingbird
import Logging
import StatePages
import StateViews
import TaskStore
import Tasks

extension RouteTable.Route {
  /// The answer: who sends the request is settled before anything else is.
  func response(to arrival: Arrival) async throws -> Response {
    do {
      switch answer {
      case .open(let handler): return try await handler(arrival)
      case .page: return try await page(arrival) { visit in try await visit.page() }
      case .pageOfForm: return try await page(arrival) { visit in try visit.pageOfForm() }
      case .form: return try await form(arrival)
      }
    } catch let failure as Failure {
      return await arrival.problem(failure)
    }
  }

  private func page(
    _ arrival: Arrival, _ handler: @Sendable (Visit) async throws -> Response
  ) async throws -> Response {
    arrival.app.pages.expectsPage()
    switch try await arrival.access() {
    case .signedOut(let why): return await GatePage.response(to: arrival, why, next: arrival.request.uri.string)
    case .granted(let reader):
      let visit = Visit(arrival: arrival, reader: reader)
      do {
        return try await visit.ahead { try await handler(visit) }
      } catch let failure as Failure {
        return await visit.problem(failure)
      } catch let problem as RequestProblem {
        return await visit.problem(problem)
      }
    }
  }

  private func form(_ arrival: Arrival) async throws -> Response {
    let sent = TaskFlow.forms.step(at: arrival.request.uri.path)
    let limit = sent?.limit ?? FormBody.limit
    let access: Access<Reader, SignedOut>
    do {
      access = try await arrival.access()
    } catch {
      // Whether there is such a session can't be told now: whoever shows a token may lose what they typed.
      let limit = arrival.token == nil ? min(limit, FormBody.signedOutLimit) : limit
      return await unsent(limit, arrival) { await arrival.problem(error, form: $0) }
    }
    switch access {
    case .signedOut(let why):
      let next = sent.map { TaskFlow.addresses.address(of: $0.step).text }
      return await unsent(why.isKnown ? limit : min(limit, FormBody.signedOutLimit), arrival) {
        await GatePage.response(to: arrival, why, next: next, unsent: $0)
      }
    case .granted(let reader):
      let visit = Visit(arrival: arrival, reader: reader)
      do {
        let form = try await FormBody(arrival.request, limit: limit)
        do {
          if let wait = visit.app.writeRate.admit(reader.account) { throw Failure.tooManyWrites(wait: wait) }
          let response = try await (sent ?? missing()).response(to: form, from: visit)
          await visit.forgetKept(form, response)
          return response.forgettingAhead()
        } catch let failure as Failure {
          return await visit.refuse(failure, form, of: sent)
        }
      } catch let problem as RequestProblem {
        return await visit.problem(problem)
      }
    }
  }

  private func missing() throws(RequestProblem) -> TaskFlow.Form {
    throw RequestProblem(Failure(.notFound))
  }

  /// Answers somebody who is not let in, by what they sent; by nil where that can't be read, for it is not what they are to be
  /// told first.
  private func unsent(
    _ limit: Int, _ arrival: Arrival, _ answer: (FormBody?) async -> Response
  ) async -> Response {
    do {
      return await answer(try await FormBody(arrival.request, limit: limit))
    } catch {
      var response = await answer(nil)
      // The rest of a form that is too large is not read.
      if let problem = error as? RequestProblem { response.headers[.connection] = problem.headers[.connection] }
      return response
    }
  }
}

extension Visit {
  /// A form that was taken is kept no longer. That it stays is harmless: its page offers to discard it.
  fileprivate func forgetKept(_ form: FormBody, _ response: Response) async {
    guard response.status == .seeOther, let kept = form[FormField.kept].flatMap({ KeptFormID($0) }) else { return }
    do {
      try await app.store.forgetKept(kept, for: reader.account)
    } catch {
      context.logger.debug("a kept form was not forgotten", metadata: ["error": "\(error)"])
    }
  }
}
