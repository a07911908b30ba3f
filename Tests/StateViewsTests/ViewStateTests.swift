import StateViews
import Testing

@Suite struct ViewStateTests {
  @Test func `content is there in every state of its refresh, and in no other state`() {
    for state in ReducerTests.states {
      switch state {
      case .content(let content, _): #expect(state.content == content)
      case .unloaded, .loading, .empty, .other, .failed: #expect(state.content == nil)
      }
    }
  }

  @Test func `a state is loading from the start of a load to its end`() {
    for state in ReducerTests.states {
      #expect(state.after(.started).isLoading)
      #expect(!state.after(.started).after(.ended(.success(.empty("all-done")))).isLoading)
      #expect(!state.after(.started).after(.ended(.failure(.cancelled))).isLoading)
    }
  }

  @Test func `a failure is exposed with content and without, and not during a load`() {
    let failure = Failure(.sourceFailed)
    for state in ReducerTests.states {
      #expect(state.after(.ended(.failure(.failed(failure)))).failure == failure)
      #expect(state.after(.started).failure == nil)
    }
  }
}
