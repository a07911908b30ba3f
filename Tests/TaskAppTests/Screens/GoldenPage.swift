import Foundation
import StatePagesTesting
import Testing

/// A page in two parts: what its screen owns, and the frame around it, which it has in common with other pages.
struct GoldenPage {
  /// The file of the frame, then the title and the stage.
  let screen: String
  /// Everything else.
  let frame: String
  /// The file of the frame: whether it is for an account, and the link of the bar that is marked as the current one.
  let frameName: String

  /// Set to write what is rendered now into the golden files, to be read before it is committed.
  static let isRecording = ProcessInfo.processInfo.environment["FOURFOLD_RECORD"] == "1"

  /// - Parameter html: a page. The hashes in the names of static files are left out, since each change of a style changes them,
  ///   and so are the request ids.
  init(_ html: String) throws {
    let html = html.replacing(/(\/assets\/[a-z-]+)-[0-9a-f]{8}\./) { "\($0.output.1)-hash." }
      .replacing(/<code>[0-9a-f]{16,}<\/code>/, with: "<code>request</code>")
    let parts = try #require(
      html.wholeMatch(of: /(?s)(.*?)(<title>.*?<\/title>\n)(.*?<main [^>]*>\n)(.*)(<\/main>\n.*)/)?.output)
    frame = "\(parts.1)<title></title>\n\(parts.3)\(parts.5)"
    var name = "frames/" + (frame.contains("aria-label=\"Main\"") ? "signed-in" : "signed-out")
    if let current = frame.firstMatch(of: /<a href="\/([a-z]+)" aria-current="([a-z]+)"/)?.output {
      name += "-\(current.1)-\(current.2)"
    }
    frameName = name + ".html"
    screen = "<!-- \(frameName) -->\n\(parts.2)\(parts.4)"
  }

  /// The golden files.
  static let files = GoldenFiles(House.golden, isRecording: isRecording)

  /// Compares a text with a golden file byte for byte, or writes the file.
  static func hold(_ text: String, as name: String) throws {
    do {
      try files.check(text, as: name)
    } catch let mismatch as GoldenFiles.Mismatch {
      Issue.record("\(mismatch) Set FOURFOLD_RECORD=1 if it is meant.")
    }
  }
}
