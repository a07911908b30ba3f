public import Hummingbird
public import StateViews

extension Router {
  /// Adds the steps of a flow: their pages, and their forms.
  ///
  /// ```swift
  /// router.addFlow(flow, for: pages) { request, context in
  ///   switch sessions.access(of: request) {
  ///   case .granted(let reader): return reader
  ///   case .signedOut: throw RequestProblem(gate(to: request.address))
  ///   }
  /// } forms: { step, reader, request, context in
  ///   switch step { … }
  /// }
  /// ```
  ///
  /// A requested step leads on if ``PageFlow/redirect(at:for:)`` has an event for it, else its page is the response. An address of no
  /// step is a 404. The address of a form is requested like a page: by a reload of the answer to a form that was rejected.
  /// - Parameters:
  ///   - flow: the flow.
  ///   - pages: answers with its pages.
  ///   - known: what is known of a request before its page is made or its form is answered. Where it throws a ``RequestProblem``, that
  ///     is the answer: the gate, to a reader who is signed out.
  ///   - forms: answers for a form that was sent, by its step; usually with ``PageFlow/redirect(after:at:)``. Without an answer, nil, the
  ///     page of the step is shown. The page of a ``RequestProblem`` is shown as the flow shows that of the step, with the same addresses of
  ///     its intents.
  @discardableResult public func addFlow<F: PageFlow>(
    _ flow: F, for pages: Pages, known: @escaping @Sendable (Request, Context) async throws -> F.Request,
    forms: (@Sendable (F.Step, F.Request, Request, Context) async throws -> Response?)? = nil
  ) -> Self where F.Finish == Never {
    @Sendable func page(at step: F.Step, _ known: F.Request, _ request: Request, _ context: Context) async -> Response {
      await pages.response(to: request.forPage(in: context)) { () async throws(Failure) in
        try await flow.page(at: step, for: known, in: .root)
      }
    }
    var answer: (@Sendable (F.Step?, Request, Context) async throws -> Response)?
    if let forms {
      answer = { step, request, context in
        guard let step else { throw RequestProblem.unknownAddress }
        let known = try await known(request, context)
        do {
          if let response = try await forms(step, known, request, context) { return response }
        } catch let problem as RequestProblem {
          let intents = flow.intents(at: step)
          throw await problem.presented { await flow.presented($0.sending(intents), at: step, for: known) }
        }
        return await page(at: step, known, request, context)
      }
    }
    return addSteps(
      of: flow, for: pages,
      page: { step, request, context in
        guard let step else { throw RequestProblem.unknownAddress }
        let known = try await known(request, context)
        if let address = try await flow.redirect(at: step, for: known, in: .root) { return .seeOther(address) }
        return await page(at: step, known, request, context)
      }, form: answer)
  }

  /// Adds the steps of a flow whose app answers all requests itself.
  ///
  /// ```swift
  /// router.addSteps(of: Reading(), for: pages) { step, request, context in
  ///   try await page(at: step, for: request)
  /// } form: { step, request, context in
  ///   try await answer(to: step, request)
  /// }
  /// ```
  /// - Parameters:
  ///   - flow: the flow.
  ///   - pages: the pages of the app, whose routes are checked.
  ///   - page: answers to the request of a step, be it a page or a form; of nil, where an open segment has no value of a step.
  ///   - form: answers to a form that was sent.
  @discardableResult public func addSteps<F: PageFlow>(
    of flow: F, for pages: Pages,
    page: @escaping @Sendable (F.Step?, Request, Context) async throws -> Response,
    form: (@Sendable (F.Step?, Request, Context) async throws -> Response)? = nil
  ) -> Self {
    pages.routes.expect(flow)
    // The router ends the process for a second route of one address, without telling which.
    let taken = Set(routes.map(\.description))
    func free(_ patterns: [String], for method: HTTPRequest.Method) -> [RouterPath] {
      Set(patterns).sorted().map { RouterPath($0) }.filter { path in
        let route = "\(method) \(path)"
        guard taken.contains(route) else { return true }
        let place = F.addresses.place?.description ?? "\(F.self)"
        pages.routes.note(
          .init(template: place, line: nil, message: "\(route) has a route already: remove it, \(F.self) adds it"))
        return false
      }
    }
    for path in free(F.addresses.patterns + F.addresses.formPatterns, for: .get) {
      get(path) { request, context in try await page(F.addresses.step(at: request.address), request, context) }
    }
    guard let form else { return self }
    for path in free(F.addresses.formPatterns, for: .post) {
      post(path) { request, context in try await form(F.addresses.form(at: request.address), request, context) }
    }
    return self
  }
}
