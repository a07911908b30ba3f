import Tasks
import Testing

@testable import RemoteLists

extension NetworkTests {
  struct FaultTests {
    @Test(arguments: Fault.all) func `a fault ends in its failure and leaves no connection open`(_ fault: Fault)
      async throws
    {
      try await BadServer.run(fault.behave) { server in
        var settings = quick(fault.change)
        var outcome: FetchOutcome?
        repeat {
          let lists = RemoteLists(settings, resolver: KnownHosts())
          outcome = try await lists.fetch("http\(fault.isSecure ? "s" : "")://list.example:\(server.port)/list")
          settings.deadline *= 5
        } while outcome != .failed(fault.expected, notBefore: nil) && settings.deadline < .seconds(100)
        #expect(outcome == .failed(fault.expected, notBefore: nil))
        try await eventually { server.open == 0 }
      }
    }
  }
}
