import Foundation
import TestSupport
import Testing

/// The transcripts in `Tests/Transcripts`: what a reader does, and what the app answers. Each scene has a world of its own, and its steps
/// are those of ``Transcript/play(_:)``.
struct TranscriptTests {
  @Test(arguments: try House.files(in: Transcript.folder, ending: "txt"))
  func `every answer is as recorded`(file: String) async throws {
    let differences = try await Scenes.differences(in: Transcript.folder.appending(path: file)) {
      try await Transcript()
    } step: { scene, words in
      try await scene.play(words)
    }
    if !differences.isEmpty { Issue.record("\(file) is not as recorded:\n\(differences)") }
  }
}
