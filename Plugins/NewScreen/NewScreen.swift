import Foundation
import PackagePlugin

/// `swift package new-screen NAME [--target TARGET]`: writes the code, the templates and the test of a new screen.
@main struct NewScreen: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    var extractor = ArgumentExtractor(arguments)
    let targets = extractor.extractOption(named: "target")
    let names = extractor.remainingArguments
    guard names.count == 1, targets.count <= 1, let name = names.first, !name.hasPrefix("-") else {
      return Diagnostics.error("Usage: swift package new-screen NAME [--target TARGET]")
    }
    let files: ScreenFiles
    do {
      files = try ScreenFiles(name: name)
    } catch {
      return Diagnostics.error("\(error)")
    }
    guard let target = try targets.first ?? onlyTarget(of: context.package) else {
      return Diagnostics.error("This package has several targets; choose one: new-screen \(name) --target TARGET")
    }
    guard try write(files.texts(target: target), in: context.package.directoryURL) else { return }
    print(
      "Now name \(files.name)Screen.self among the screens of your Templates, and show it in a Region<\(files.name)Screen>."
    )
  }

  /// The package's only target with sources that is no test; nil if there are several.
  private func onlyTarget(of package: Package) throws -> String? {
    let targets = package.targets.compactMap { $0 as? SwiftSourceModuleTarget }.filter { $0.kind != .test }
    return targets.count == 1 ? targets.first?.name : nil
  }

  /// Writes all files, or none if one of them exists.
  /// - Returns: whether they were written.
  private func write(_ texts: [(path: String, text: String)], in folder: URL) throws -> Bool {
    for (path, _) in texts where FileManager.default.fileExists(atPath: folder.appending(path: path).path) {
      Diagnostics.error("\(path) exists already; nothing was written.")
      return false
    }
    for (path, text) in texts {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
      print(path)
    }
    return true
  }
}
