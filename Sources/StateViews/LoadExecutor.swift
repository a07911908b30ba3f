/// The executor of loads that start at once, such as the thread that reads a page's data.
public enum LoadExecutor {
  /// That of the loads that the current task starts; nil for the default one.
  @TaskLocal public static var current: (any TaskExecutor)?
}
