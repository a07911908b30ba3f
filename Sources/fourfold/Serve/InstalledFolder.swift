import Foundation

enum InstalledFolder {
  /// The path of a folder beside the executable, else in `../share/fourfold`, else in the working directory, as in a checkout.
  ///
  /// The working directory comes last: it can be anyone's.
  static func path(_ name: String, executable: URL? = Bundle.main.executableURL) -> String {
    guard let folder = executable?.resolvingSymlinksInPath().deletingLastPathComponent() else { return name }
    let installed = [folder, folder.deletingLastPathComponent().appending(path: "share/fourfold")]
    return installed.map { $0.appending(path: name).path }.first(where: isFolder) ?? name
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }
}
