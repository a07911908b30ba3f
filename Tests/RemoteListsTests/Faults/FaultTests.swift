import Tasks
import Testing

@testable import RemoteLists

extension NetworkTests {
  struct FaultTests {
    @Test(arguments: Fault.all) func `a fault comes to its failure, in time, and leaves nothing open`(_ fault: Fault)
      async throws
    {
      try await BadServer.run(fault.behave) { server in
        let settings = quick(fault.change)
        let lists = RemoteLists(settings, resolver: KnownHosts())
        var outcome: FetchOutcome?
        let took = try await ContinuousClock().measure {
          outcome = try await lists.fetch("http\(fault.isSecure ? "s" : "")://list.example:\(server.port)/list")
        }
        #expect(outcome == .failed(fault.expected, notBefore: nil))
        #expect(took < settings.deadline + .seconds(2))
        try await eventually { server.open == 0 }
      }
    }
  }
}
