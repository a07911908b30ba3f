import RemoteLists
import Testing

struct FetchSettingsTests {
  @Test func `by default only the ports of the web are asked`() {
    #expect(FetchSettings().ports == [])
  }
}
