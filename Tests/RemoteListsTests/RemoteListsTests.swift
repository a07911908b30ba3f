import RemoteLists
import Testing

struct FetchSettingsTests {
  @Test func `by default only web ports are allowed`() {
    #expect(FetchSettings().ports == [])
  }
}
