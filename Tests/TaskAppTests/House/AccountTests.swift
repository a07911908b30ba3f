import Foundation
import Testing

/// Screens and flows reach the store for one account only, that of the request: through `SignedInRequest.store`.
struct AccountTests {
  /// Signed-out pages: there is no reader, so each names the account of a session that ended or of a sign-in that just succeeded.
  private static let signedOut = "Screens/SignedOut/"

  @Test(arguments: ["Screens", "Flows"]) func `no screen and no flow tells the store an account`(folder: String) throws
  {
    let sources = House.sources.appending(path: "TaskApp")
    let files = try House.files(in: sources, ending: "swift").filter { $0.hasPrefix("\(folder)/") }
    #expect(!files.isEmpty)
    for file in files where !file.hasPrefix(Self.signedOut) {
      let text = try House.text(of: file, in: sources)
      for way in ["app.store", "store.store", "store[", "StoreAccess", "AccountStore(", "of: account,"] {
        #expect(!text.contains(way), "\(file) has \(way)")
      }
    }
  }
}
