/// What a column of a table holds, by the usual names in many apps, in English, German and Arabic.
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
    guard let meaning = Self.names[Self.key(of: name)] else { return nil }
    self = meaning
  }

  /// A name without spaces and punctuation, in lower case.
  static func key(of name: String) -> String {
    String(decoding: name.lowercased().utf8.filter(\.isWord), as: UTF8.self)
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
    let others: [(ColumnMeaning, String)] = [
      (.title, "titel aufgabe aufgabenname betreff bezeichnung inhalt العنوان المهمة اسمالمهمة"),
      (.notes, "notizen notiz beschreibung bemerkung bemerkungen kommentar kommentare الملاحظات ملاحظات الوصف"),
      (.section, "abschnitt spalte القسم"), (.parent, "übergeordneteaufgabe"),
      (.due, "fällig fälligam fälligkeit fälligkeitsdatum fälligbis termin datum تاريخالاستحقاق الاستحقاق التاريخ"),
      (.dueTime, "uhrzeit zeit الوقت"), (.start, "beginn beginntam anfang startdatum تاريخالبدء البداية"),
      (.repeats, "wiederholung wiederholen wiederholt التكرار"),
      (.completed, "erledigt erledigtam abgeschlossen abgeschlossenam abschlussdatum fertig مكتملة مكتمل تاريخالإكمال"),
      (.status, "الحالة"), (.percent, "fortschritt prozent prozenterledigt"),
      (.tags, "schlagwörter schlagworte stichwörter etiketten kategorie kategorien الوسوم الفئات الفئة"),
      (.priority, "priorität wichtigkeit dringlichkeit الأولوية"),
      (.created, "erstellt erstelltam erstellungsdatum angelegtam تاريخالإنشاء"),
      (.changed, "geändert geändertam änderungsdatum zuletztgeändert"), (.zone, "zeitzone"),
      (.rest(.person), "zugewiesen zugewiesenan verantwortlich zuständig bearbeiter المسؤول"),
      (.rest(.reminder), "erinnerung erinnerungsdatum erinnerungszeit التذكير"),
      (.rest(.attachment), "anhang anhänge anlagen المرفقات"), (.rest(.place), "ort standort المكان"),
      (.rest(.duration), "dauer aufwand gesamtzeitaufwand المدة"),
    ]
    let pairs = (all + others).flatMap { meaning, names in names.split(separator: " ").map { (String($0), meaning) } }
    return Dictionary(pairs) { first, _ in first }
  }()

  /// The names of columns with lists, the nearest one first.
  static let lists = [
    "list", "listname", "project", "projects", "projectname", "board", "folder", "foldername", "area",
    "liste", "listenname", "projekt", "projektname", "ordner", "القائمة", "المشروع",
  ]
}
