import Foundation
import PackagePlugin

/// Builds the texts of a target into it: each of its files that is neither code nor documentation is a `String` of `EmbeddedTexts`, named
/// like the file.
///
/// The package manager's `.embedInCode` writes an array of bytes, which takes the compiler half a second a kilobyte.
@main struct EmbedTexts: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let files = target.sourceModule?.sourceFiles.filter { $0.type != .source }.map(\.url) ?? []
    let texts = files.filter { !$0.path.contains(".docc") }
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedTexts.swift")
    return [
      .buildCommand(
        displayName: "Embedding the texts of \(target.name)", executable: URL(filePath: "/bin/sh"),
        arguments: ["-c", Self.script, output.path] + texts.map(\.path), inputFiles: texts, outputFiles: [output])
    ]
  }

  /// Writes the file that its name is, `$0`, from those of its arguments.
  private static let script = #####"""
    set -e
    {
      echo 'enum EmbeddedTexts {'
      for text do
        printf 'static let %s = ####"""\n' "$(basename "$text" | tr .- __)"
        cat "$text"
        printf '\n"""####\n'
      done
      echo '}'
    } > "$0"
    """#####
}
