import Foundation
import PackagePlugin

/// Compiles the code of the articles of `StatePages` into a target of tests, so that an article with a mistake does not build.
///
/// A piece of code that begins with a declaration at the margin and ends with its brace is compiled as it is. The others are parts of a
/// declaration; the tests look for them in `DocumentationCode.swift`.
@main struct CompileArticles: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let folder = context.package.directoryURL.appending(path: "Sources/StatePages/StatePages.docc")
    let articles = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "md" }.sorted { $0.path < $1.path }
    let output = context.pluginWorkDirectoryURL.appending(path: "Articles.swift")
    return [
      .buildCommand(
        displayName: "Taking the code from the articles", executable: URL(filePath: "/bin/sh"),
        arguments: ["-c", Self.script, output.path] + articles.map(\.path), inputFiles: articles, outputFiles: [output])
    ]
  }

  /// Writes the file that its name is, `$0`, from the articles that are its arguments.
  private static let script = #####"""
    set -e
    {
      for module in Hummingbird Logging NIOCore StatePages StatePagesServing StatePagesTesting StateViews; do
        echo "import $module"
      done
      awk '
        /^```/ {
          if (code && first ~ /^(\/\/\/|struct|enum|func|extension) / && last == "}")
            printf "#sourceLocation(file: \"%s\", line: %d)\n%s#sourceLocation()\n", FILENAME, start, code
          isCode = $0 == "```swift"; code = ""; first = ""; start = FNR + 1
          next
        }
        isCode { code = code $0 "\n"; if (first == "") first = $0; if ($0 != "") last = $0 }
      ' "$@"
    } > "$0"
    """#####
}
