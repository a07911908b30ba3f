package import Tasks

/// A list parsed from a file.
package struct ReadList: Hashable, Sendable {
  /// The format of the file.
  package let format: PortableFormat
  /// The title in the file, valid as the name of a list.
  package let title: String?
  /// The tasks in order, up to the limit: those outside of sections, then those of each section. Each has another identifier, by which
  /// it is found again in the next copy. May be empty.
  package let tasks: [PortableTask]
  /// The number of items that could not be parsed and were left out.
  package let skipped: Int
  /// The number of completed or cancelled tasks that were left out because of the limit.
  package let omitted: Int
  /// The number of appointments in the file, which are not tasks.
  package let appointments: Int
  /// Whether a task repeats. The same file then yields another list on another day.
  package let repeats: Bool

  package init(
    format: PortableFormat, title: String?, tasks: [PortableTask], skipped: Int = 0, omitted: Int = 0,
    appointments: Int = 0, repeats: Bool = false
  ) {
    (self.format, self.title, self.tasks, self.repeats) = (format, title, tasks, repeats)
    (self.skipped, self.omitted, self.appointments) = (skipped, omitted, appointments)
  }
}
