import ArgumentParser
import Configuration
import Tasks

extension Quotas {
  /// The quotas from a command's options, with the environment as fallback.
  /// - Parameter config: the reader of `FOURFOLD_…`.
  /// - Throws: `ValidationError` for invalid values.
  init(_ options: QuotaOptions, _ config: ConfigReader) throws {
    func number(_ option: Int?, _ key: ConfigKey, default value: Int, _ range: ClosedRange<Int>, _ what: String) throws
      -> Int
    {
      let text = option.map(String.init) ?? config.string(forKey: key, default: String(value))
      guard let number = Int(text), range.contains(number) else {
        throw ValidationError("\(what): a number from \(range.lowerBound) to \(range.upperBound), and not \(text).")
      }
      return number
    }
    self.init()
    let megabytes = try number(
      options.quotaMegabytes, "quotaMegabytes", default: 100, 1...1_000_000, "Megabytes of an account")
    bytes = megabytes * 1_000_000
    tasks = try number(options.quotaTasks, "quotaTasks", default: tasks, 1...100_000_000, "Tasks of an account")
    lists = try number(options.quotaLists, "quotaLists", default: lists, 1...1_000_000, "Lists of an account")
    sources = try number(
      options.quotaSources, "quotaSources", default: sources, 0...1_000_000, "Remote lists of an account")
    let writes = try number(
      options.writesPerMinute, "writesPerMinute", default: 600, 0...1_000_000, "Forms in a minute")
    writesPerMinute = writes == 0 ? nil : writes
  }
}
