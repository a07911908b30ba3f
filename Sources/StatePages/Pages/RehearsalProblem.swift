import HTTPTypes
import Hummingbird

/// A cue that is not supported, with the list of supported cues.
struct RehearsalProblem: Error, CustomStringConvertible {
  let description: String

  /// Creates the error for a cue; `page` is the page that it was meant for, if known.
  init(cue: String, message: String, page: Page? = nil) {
    let regions = (page?.regions ?? []).map { region in
      "  \(region.name)\n" + region.cues.map { "    \(region.name):\($0)\n" }.joined()
    }
    description = """
      “\(cue)” \(message).

      A cue is region:loading, region:refreshing, region:empty:reason, region:failed:kind, region:failed:reason, \
      region:refresh-failed:reason or region:unloaded; several are separated by commas. Loading and refreshing take a stage, \
      milliseconds up to \(Rehearsal.limit.components.seconds * 1_000), or both: region:loading:3000.
      \(regions.isEmpty ? "" : "\nOn this page there are:\n\n\(regions.joined(separator: "\n"))")
      """
  }

  /// A plain text response for the developer.
  var response: Response {
    Response(
      status: .badRequest, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: "This cannot be rehearsed.\n\n\(description)")))
  }
}
