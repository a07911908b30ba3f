extension Pages {
  /// The time limits of pages.
  public struct Patience: Hashable, Sendable {
    /// How long a page waits for its regions before it is streamed with placeholders.
    public var grace: Duration
    /// How long a region may load before it fails as timed out.
    public var deadline: Duration
    /// How long a load may be silent before its placeholder reports that it is still working.
    public var silence: Duration

    /// Creates time limits.
    public init(
      grace: Duration = .milliseconds(150), deadline: Duration = .seconds(30), silence: Duration = .seconds(5)
    ) {
      self.grace = grace
      self.deadline = deadline
      self.silence = silence
    }
  }
}
