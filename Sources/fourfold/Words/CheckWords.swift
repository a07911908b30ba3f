import ArgumentParser
import StatePages
import TaskApp
import Tasks

/// `fourfold check-words`.
struct CheckWords: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-words",
    abstract: "Checks the words of a language: what is missing, unknown or wrong, with file, line and key.",
    discussion: """
      The words of the pages are in the folder Words beside the templates, one file a language. A server starts only if this finds \
      nothing.

      Example: fourfold check-words --language pl

      Exit codes: 0 if nothing is wrong, 1 if something is, 64 for wrong options.
      """)

  @Option(help: "The language: the name of its file, without .json.")
  var language = "en"
  @Option(
    help: "The folder of the templates. (default: Templates, installed with the program or in the working directory)")
  var templates: String?
  @Option(
    help: "The folder of the static files. (default: Public, installed with the program or in the working directory)")
  var `public`: String?

  func run(on console: Console) async throws {
    do {
      let folder = templates ?? InstalledFolder.path("Templates")
      let assets = try Assets(`public` ?? InstalledFolder.path("Public"))
      try QuickAddContext.checkGrammars()
      let checked = try TaskApp.templates(folder, assets: assets, language: language)
      console.say("Nothing is wrong with the words of \(language).")
      let (same, all) = try checked.untranslated(in: language)
      guard !same.isEmpty else { return }
      let keys = same.prefix(10).joined(separator: ", ") + (same.count > 10 ? ", …" : "")
      console.say("\(same.count) of \(all) messages have the same words as in English: \(keys)")
    } catch {
      console.say(StartProblem(error).description)
      throw ExitCode(1)
    }
  }
}
