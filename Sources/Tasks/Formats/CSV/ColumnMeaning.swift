/// What a column of a table holds, by the usual names in many apps.
enum ColumnMeaning: Hashable {
  case title, notes, list, section, depth, parent, id
  case due, dueTime, deadline, start, startTime, repeats
  case completed, status, percent
  case tags, priority, star
  case created, changed, deleted
  case zone, isAllDay, isCheckList
  /// A value that tasks don't have.
  case rest(ImportRemark.Reason)
  /// How the app shows its tables.
  case ignored

  /// - Parameter name: the name of the column, in any case, with any punctuation.
  init?(_ name: String) {
    let letters = String(decoding: name.utf8.filter(\.isWord).map(\.lowercased), as: UTF8.self)
    guard let meaning = Self.names[letters] else { return nil }
    self = meaning
  }

  /// Whether several columns may have it. Of others, the first one counts.
  var maySeveral: Bool {
    if case .rest = self { return true }
    return [.notes, .tags, .list, .ignored, .completed, .status].contains(self)
  }

  /// Whether its values are dates.
  var isDate: Bool { [.due, .deadline, .start, .completed, .created, .changed].contains(self) }

  /// The names, without spaces and punctuation. Of several lists, that which is first here counts.
  private static let names: [String: ColumnMeaning] = {
    let all: [(ColumnMeaning, String)] = [
      (.title, "title name task taskname tasktitle subject summary todo item content"),
      (.notes, "notes note description details body comment comments"),
      (.list, lists.joined(separator: " ")),
      (.section, "section sectioncolumn column columnname heading bucket bucketname"),
      (.depth, "depth"), (.parent, "parent parenttask parentid parenttaskid parentitem"),
      (.id, "uid uuid id taskid gid"),
      (.due, "due duedate dueon dueat duedatetime date dueby when"), (.dueTime, "time duetime"),
      (.deadline, "deadline"),
      (.start, "start startdate starton startat startson begin defer deferdate deferuntil"), (.startTime, "starttime"),
      (.repeats, "repeats repeat recurrence recurring recurrencerule rrule repeatrule"),
      (
        .completed,
        """
        completed completedat completedon completeddate completedtime completiondate completiontime datecompleted done doneat \
        donedate iscompleted isdone complete checked finished finishedat closedat stopdate
        """
      ),
      (.status, "status state"), (.percent, "percent percentcomplete progress percentage"),
      (.tags, "tags tag labels label categories category context contexts keywords"),
      (.priority, "priority importance"), (.star, "star starred"),
      (.created, "createdat created createdtime createdon createddate creationdate datecreated dateadded added"),
      (
        .changed,
        "changedat lastmodified modified modifiedat modificationdate updatedat updated lastupdated lasteditedtime lastedited"
      ),
      (.deleted, "deletedat"), (.zone, "timezone"), (.isAllDay, "isallday allday"), (.isCheckList, "ischecklist"),
      (.rest(.person), "assignee assigneeemail assignedto assignees owner responsible collaborators creator"),
      (.rest(.reminder), "reminder reminders reminderdate"), (.rest(.attachment), "attachments attachment files"),
      (.rest(.place), "location place"), (.rest(.link), "url link links"),
      (.rest(.duration), "length timer estimate timeestimate estimated duration"),
      (.ignored, "order view viewmode columnorder kind isfloating projectkind position row"),
    ]
    let pairs = all.flatMap { meaning, names in names.split(separator: " ").map { (String($0), meaning) } }
    return Dictionary(pairs) { first, _ in first }
  }()

  /// The names of columns with lists, the nearest one first.
  static let lists = [
    "list", "listname", "project", "projects", "projectname", "board", "folder", "foldername", "area",
  ]
}
