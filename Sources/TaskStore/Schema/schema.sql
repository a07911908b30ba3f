-- The schema of the database.
--
-- - Times are milliseconds since 1970, days are texts such as 2026-01-31.
-- - Ids are never reused (AUTOINCREMENT), so a bookmarked address never refers to another item.
-- - Tables are STRICT. The domain validates lengths and characters; constraints check what the code relies on.
-- - Numbers have ranges in which no sum that the code makes of them overflows: times lie in the years 1 to 9999, ids and counts up to
--   2^53, positions up to 2^60 on both sides of 0.

-- Accounts, how they sign in, and what they subscribe to.

CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE accounts (
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 1 << 53),
  name TEXT NOT NULL UNIQUE CHECK (name <> ''),
  created INTEGER NOT NULL CHECK (created BETWEEN -62135596800000 AND 253402300799999),
  -- The last change in any of its lists, those in the trash included.
  revision INTEGER NOT NULL DEFAULT 0 CHECK (revision BETWEEN 0 AND 1 << 53),
  -- What others see in place of its name; NULL for the name. And what they see.
  display_name TEXT CHECK (display_name <> ''),
  shown_name TEXT AS (coalesce(display_name, name)),
  -- A BCP 47 tag; NULL for the browser's language.
  language TEXT CHECK (language <> ''),
  time_zone TEXT CHECK (time_zone <> ''),
  theme TEXT NOT NULL DEFAULT 'system' CHECK (theme IN ('system', 'light', 'dark')),
  page_rows INTEGER NOT NULL DEFAULT 100 CHECK (page_rows BETWEEN 1 AND 1000),
  -- The order of day and month in dates in digits; NULL for the usual one of the time zone.
  date_order TEXT CHECK (date_order IN ('day-first', 'month-first')),
  -- The times of the morning, the afternoon, the evening and the night.
  hours TEXT NOT NULL DEFAULT '09:00 15:00 18:00 21:00' CHECK (length(hours) = 23),
  -- The time of the day's tasks, the days on which they are sent, by their numbers from Monday on, and when nothing is sent.
  digest_at TEXT CHECK (digest_at GLOB '[0-2][0-9]:[0-5][0-9]'),
  digest_days TEXT NOT NULL DEFAULT '1234567',
  quiet_hours TEXT CHECK (quiet_hours GLOB '[0-2][0-9]:[0-5][0-9] [0-2][0-9]:[0-5][0-9]'),
  -- Whether messages leave out what tasks are called.
  private_subjects INTEGER NOT NULL DEFAULT 0 CHECK (private_subjects IN (0, 1)),
  -- Whether a phone of the account reminds of tasks by itself, so that nothing else does.
  phone_rings INTEGER NOT NULL DEFAULT 0 CHECK (phone_rings IN (0, 1)),
  settings_changed INTEGER CHECK (settings_changed BETWEEN -62135596800000 AND 253402300799999),
  -- When it was removed. The row stays, without a name: the history of other accounts' lists refers to it.
  removed INTEGER CHECK (removed BETWEEN -62135596800000 AND 253402300799999),
  -- When it was disabled; NULL while it may sign in.
  disabled INTEGER CHECK (disabled BETWEEN -62135596800000 AND 253402300799999),
  -- Its own quotas; NULL for the server's.
  quota_bytes INTEGER CHECK (quota_bytes BETWEEN 0 AND 1 << 53),
  quota_tasks INTEGER CHECK (quota_tasks BETWEEN 0 AND 1 << 53),
  quota_lists INTEGER CHECK (quota_lists BETWEEN 0 AND 1 << 53),
  quota_sources INTEGER CHECK (quota_sources BETWEEN 0 AND 1 << 53),
  -- Whether it may see the page about the server.
  operator INTEGER NOT NULL DEFAULT 0 CHECK (operator IN (0, 1)),
  -- What CalDAV clients have stored with the account, as JSON.
  properties TEXT CHECK (properties <> '')
) STRICT;

-- An account without credentials is that of a database in which no account was set up.
CREATE TABLE credentials (
  account INTEGER PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  -- The name as it is looked up: two spellings of one name have one key.
  key TEXT NOT NULL CHECK (key <> ''),
  -- What the name looks like, so that no two accounts look alike.
  skeleton TEXT CHECK (skeleton <> ''),
  -- What a password is checked against.
  record TEXT NOT NULL CHECK (record <> ''),
  changed INTEGER NOT NULL CHECK (changed BETWEEN -62135596800000 AND 253402300799999)
) STRICT;
CREATE UNIQUE INDEX credentials_key ON credentials (key);
CREATE UNIQUE INDEX credentials_skeleton ON credentials (skeleton) WHERE skeleton IS NOT NULL;

CREATE TABLE sessions (
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 1 << 53),
  account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  -- SHA-256 of the token, which nobody has but the browser.
  digest BLOB NOT NULL CHECK (length(digest) = 32),
  begun INTEGER NOT NULL CHECK (begun BETWEEN -62135596800000 AND 253402300799999),
  seen INTEGER NOT NULL CHECK (seen BETWEEN -62135596800000 AND 253402300799999),
  agent TEXT NOT NULL,
  -- Once written, these stay: no clock brings a session back.
  ended INTEGER CHECK (ended BETWEEN -62135596800000 AND 253402300799999),
  reason TEXT CHECK (reason IN ('idle', 'old', 'signed-out', 'revoked', 'replaced')),
  CHECK ((ended IS NULL) = (reason IS NULL))
) STRICT;
CREATE UNIQUE INDEX sessions_digest ON sessions (digest);
CREATE INDEX sessions_account ON sessions (account, seen);
CREATE INDEX sessions_ended ON sessions (ended) WHERE ended IS NOT NULL;

-- Saved drafts: forms that were sent after the end of their session, and texts of apps that a limit refused. The fields and the limit are JSON.
CREATE TABLE saved_drafts (
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 1 << 53),
  account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  session INTEGER REFERENCES sessions (id) ON DELETE CASCADE,
  -- The name of the app password, and the limit.
  app TEXT CHECK (app <> ''),
  refused_by TEXT CHECK (refused_by <> ''),
  at INTEGER NOT NULL CHECK (at BETWEEN -62135596800000 AND 253402300799999),
  path TEXT NOT NULL CHECK (path <> ''),
  fields TEXT NOT NULL CHECK (fields <> ''),
  CHECK ((session IS NULL) = (refused_by IS NOT NULL))
) STRICT;
CREATE INDEX saved_drafts_account ON saved_drafts (account);
CREATE INDEX saved_drafts_session ON saved_drafts (session);
CREATE INDEX saved_drafts_at ON saved_drafts (at);

-- The audit trail of an account. Repeats within an hour are counted in one row.
CREATE TABLE account_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 1 << 53),
  account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind <> ''),
  network TEXT CHECK (network <> ''),
  agent TEXT NOT NULL,
  at INTEGER NOT NULL CHECK (at BETWEEN -62135596800000 AND 253402300799999),
  last INTEGER NOT NULL CHECK (last BETWEEN -62135596800000 AND 253402300799999),
  times INTEGER NOT NULL CHECK (times BETWEEN 1 AND 1 << 53)
) STRICT;
CREATE INDEX account_events_account ON account_events (account, id);
CREATE INDEX account_events_kind ON account_events (account, kind, id);
CREATE INDEX account_events_last ON account_events (last);

-- Accounts that still have rows in other tables.
CREATE TABLE removed_accounts (account INTEGER PRIMARY KEY REFERENCES accounts (id)) STRICT;

-- Calendar feeds. Their secrets are not stored.
CREATE TABLE feeds (
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 1 << 53),
  account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  -- The list or saved filter; NULL for Today.
  list INTEGER REFERENCES lists (id) ON DELETE CASCADE,
  -- SHA-256 of the secret.
  digest BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
  -- When the secret was made.
  made INTEGER NOT NULL CHECK (made BETWEEN -62135596800000 AND 253402300799999),
  used INTEGER CHECK (used BETWEEN -62135596800000 AND 253402300799999),
  -- An ended feed is kept for some minutes, to be resumed.
  ended INTEGER CHECK (ended BETWEEN -62135596800000 AND 253402300799999),
  -- Of the form that made it.
  submission_high INTEGER NOT NULL,
  submission_low INTEGER NOT NULL
) STRICT;
CREATE INDEX feeds_account ON feeds (account, id);
CREATE INDEX feeds_list ON feeds (list) WHERE list IS NOT NULL;

-- App passwords, with which programs sign in. Their secrets are not stored.
CREATE TABLE app_passwords (
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 1 << 53),
  account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  name TEXT NOT NULL CHECK (name <> ''),
  -- These columns are those of feeds.
  digest BLOB NOT NULL CHECK (length(digest) = 32),
  made INTEGER NOT NULL CHECK (made BETWEEN -62135596800000 AND 253402300799999),
  used INTEGER CHECK (used BETWEEN -62135596800000 AND 253402300799999),
  ended INTEGER CHECK (ended BETWEEN -62135596800000 AND 253402300799999),
  submission_high INTEGER NOT NULL,
  submission_low INTEGER NOT NULL,
  -- Where it was last used.
  network TEXT CHECK (network <> ''),
  agent TEXT
) STRICT;
CREATE INDEX app_passwords_account ON app_passwords (account, id);

-- Which programs are told of changes to a list by Web Push. What is needed to send there is stored as it is, like that of channels.
CREATE TABLE push_subscriptions (
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 1 << 53),
  account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  -- The app password with which the program has asked for it last.
  app_password INTEGER NOT NULL REFERENCES app_passwords (id) ON DELETE CASCADE,
  -- The list; NULL for the calendar home, whose content are the lists.
  list INTEGER REFERENCES lists (id) ON DELETE CASCADE,
  -- The address at the push service, the program's key, and its authentication secret.
  resource TEXT NOT NULL CHECK (resource <> ''),
  public_key BLOB NOT NULL CHECK (length(public_key) = 65),
  auth_secret BLOB NOT NULL CHECK (length(auth_secret) = 16),
  -- What the address of the app begins with, such as https://lists.example.
  origin TEXT NOT NULL CHECK (origin <> ''),
  -- 1 for changes of the content, 2 for changes of the properties, 3 for both.
  triggers INTEGER NOT NULL CHECK (triggers BETWEEN 1 AND 3),
  until INTEGER NOT NULL CHECK (until BETWEEN -62135596800000 AND 253402300799999),
  -- The state that the program knows: the sync token of the list, or the ids of the lists; and the properties.
  known_content TEXT NOT NULL,
  known_properties TEXT NOT NULL,
  -- The last attempt, as that of a channel.
  tried INTEGER CHECK (tried BETWEEN -62135596800000 AND 253402300799999),
  failure TEXT CHECK (failure <> ''),
  reply TEXT
) STRICT;
CREATE UNIQUE INDEX push_subscriptions_once ON push_subscriptions (account, coalesce(list, 0), resource);
CREATE INDEX push_subscriptions_app ON push_subscriptions (app_password, tried);
CREATE INDEX push_subscriptions_list ON push_subscriptions (list) WHERE list IS NOT NULL;
CREATE INDEX push_subscriptions_until ON push_subscriptions (until);
-- Mail addresses at which mails become tasks. Their names are stored as they are, to be shown again: all that they let in is tasks.
CREATE TABLE incoming_addresses (
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 1 << 53),
  account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  -- What stands before the at sign, or a part of it.
  name TEXT NOT NULL UNIQUE CHECK (name <> ''),
  -- These columns are those of feeds.
  made INTEGER NOT NULL CHECK (made BETWEEN -62135596800000 AND 253402300799999),
  used INTEGER CHECK (used BETWEEN -62135596800000 AND 253402300799999),
  ended INTEGER CHECK (ended BETWEEN -62135596800000 AND 253402300799999),
  submission_high INTEGER NOT NULL,
  submission_low INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX incoming_addresses_current ON incoming_addresses (account) WHERE ended IS NULL;
CREATE INDEX incoming_addresses_account ON incoming_addresses (account, id);

-- The mails of the last days that became tasks, so that none becomes two.
CREATE TABLE incoming_mails (
  account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  -- SHA-256 of what every copy of it has in common.
  digest BLOB NOT NULL CHECK (length(digest) = 32),
  at INTEGER NOT NULL CHECK (at BETWEEN -62135596800000 AND 253402300799999),
  PRIMARY KEY (account, digest)
) STRICT, WITHOUT ROWID;
CREATE INDEX incoming_mails_account ON incoming_mails (account, at);
CREATE INDEX incoming_mails_at ON incoming_mails (at);


-- Channels, where an account is reminded.
CREATE TABLE channels (
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 1 << 53),
  account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('mail', 'ntfy', 'webhook')),
  -- A mail address, or that of a server.
  address TEXT NOT NULL CHECK (address <> ''),
  topic TEXT CHECK (topic <> ''),
  -- What the addresses in messages begin with, such as https://lists.example.
  origin TEXT NOT NULL CHECK (origin <> ''),
  -- What is needed to send there. It is stored as it is, like those of sources.
  secret TEXT CHECK (secret <> ''),
  -- SHA-256 of the secret in the link that confirms a mail address, until it was used, and when that was.
  digest BLOB UNIQUE CHECK (length(digest) = 32),
  confirmed INTEGER CHECK (confirmed BETWEEN -62135596800000 AND 253402300799999),
  made INTEGER NOT NULL CHECK (made BETWEEN -62135596800000 AND 253402300799999),
  ended INTEGER CHECK (ended BETWEEN -62135596800000 AND 253402300799999),
  submission_high INTEGER NOT NULL,
  submission_low INTEGER NOT NULL,
  -- The last attempt: when it ended, why it failed, and what the server said; how many failed in a row, and since when it is paused.
  tried INTEGER CHECK (tried BETWEEN -62135596800000 AND 253402300799999),
  failure TEXT CHECK (failure <> ''),
  reply TEXT,
  failures INTEGER NOT NULL DEFAULT 0 CHECK (failures BETWEEN 0 AND 1 << 53),
  paused INTEGER CHECK (paused BETWEEN -62135596800000 AND 253402300799999)
) STRICT;
CREATE INDEX channels_account ON channels (account, id);
CREATE INDEX channels_paused ON channels (account) WHERE paused IS NOT NULL AND ended IS NULL;
CREATE INDEX channels_in_use ON channels (account) WHERE digest IS NULL AND paused IS NULL AND ended IS NULL;

-- The ledger of what was sent, and of what is to be. A row is written before anything is sent.
CREATE TABLE deliveries (
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 1 << 53),
  channel INTEGER NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
  -- The task, and its due day then; NULL for the tasks of a day.
  task INTEGER REFERENCES tasks (id) ON DELETE CASCADE,
  due TEXT CHECK (due GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  -- The moment of the reminder.
  at INTEGER NOT NULL CHECK (at BETWEEN -62135596800000 AND 253402300799999),
  -- When the next attempt is due; NULL after the last one. While one is under way, when that is taken for lost.
  next INTEGER CHECK (next BETWEEN -62135596800000 AND 253402300799999),
  -- When the attempt that is under way began.
  begun INTEGER CHECK (begun BETWEEN -62135596800000 AND 253402300799999),
  -- The attempts, and those of them of which it is not known whether the message arrived.
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts BETWEEN 0 AND 1 << 53),
  doubtful INTEGER NOT NULL DEFAULT 0 CHECK (doubtful BETWEEN 0 AND 1 << 53),
  outcome TEXT CHECK (outcome IN ('sent', 'failed', 'void', 'quiet')),
  ended INTEGER CHECK (ended BETWEEN -62135596800000 AND 253402300799999),
  -- The change by which it was answered.
  answer INTEGER CHECK (answer BETWEEN 0 AND 1 << 53),
  CHECK ((next IS NULL) = (outcome IS NOT NULL) AND (ended IS NULL) = (outcome IS NULL))
) STRICT;
-- Nothing is sent twice.
CREATE UNIQUE INDEX deliveries_once ON deliveries (channel, coalesce(task, 0), at);
CREATE INDEX deliveries_task ON deliveries (task) WHERE task IS NOT NULL;
CREATE INDEX deliveries_next ON deliveries (next, id) WHERE next IS NOT NULL;
CREATE INDEX deliveries_ended ON deliveries (ended) WHERE ended IS NOT NULL;


-- Lists, tasks, and the history of both.

CREATE TABLE lists (
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 1 << 53),
  name TEXT NOT NULL CHECK (name <> ''),
  created INTEGER NOT NULL CHECK (created BETWEEN -62135596800000 AND 253402300799999),
  deleted INTEGER CHECK (deleted BETWEEN -62135596800000 AND 253402300799999),
  -- The change that last edited the name, and the last change in the list; 0 only until its first change is written.
  version INTEGER NOT NULL DEFAULT 0 CHECK (version BETWEEN 0 AND 1 << 53),
  revision INTEGER NOT NULL DEFAULT 0 CHECK (revision BETWEEN 0 AND 1 << 53),
  -- Maintained by triggers: open and completed tasks without steps, and the stored number and size of tasks and history.
  open INTEGER NOT NULL DEFAULT 0 CHECK (open BETWEEN 0 AND 1 << 53),
  completed INTEGER NOT NULL DEFAULT 0 CHECK (completed BETWEEN 0 AND 1 << 53),
  stored_tasks INTEGER NOT NULL DEFAULT 0 CHECK (stored_tasks BETWEEN -(1 << 53) AND 1 << 53),
  stored_bytes INTEGER NOT NULL DEFAULT 0 CHECK (stored_bytes BETWEEN -(1 << 53) AND 1 << 53)
) STRICT;

CREATE TABLE memberships (
  account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  list INTEGER NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
  role TEXT NOT NULL CHECK (role IN ('owner', 'editor', 'viewer')),
  position INTEGER NOT NULL CHECK (position BETWEEN -(1 << 60) AND 1 << 60),
  -- The Inbox of the account: the first of its lists, which can't be deleted.
  inbox INTEGER CHECK (inbox = 1),
  -- How the account looks at the list.
  adds TEXT NOT NULL DEFAULT 'top' CHECK (adds IN ('top', 'bottom')),
  shown_order TEXT NOT NULL DEFAULT 'hand' CHECK (shown_order IN ('hand', 'date', 'priority')),
  layout TEXT NOT NULL DEFAULT 'list' CHECK (layout IN ('list', 'board', 'ticks')),
  color TEXT CHECK (length(color) = 7 AND color GLOB '#*' AND NOT substr(color, 2) GLOB '*[^0-9a-f]*'),
  -- Whether the account is reminded of tasks that nobody is assigned to, where the list has other members.
  reminds INTEGER NOT NULL DEFAULT 1 CHECK (reminds IN (0, 1)),
  -- The name of its collection in CalDAV; NULL for the list's id. And what clients have stored with it, as JSON.
  segment TEXT CHECK (segment <> ''),
  properties TEXT CHECK (properties <> ''),
  PRIMARY KEY (account, list),
  CHECK ((inbox IS NULL) = (position > -(1 << 60)))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX memberships_inbox ON memberships (account) WHERE inbox IS NOT NULL;
CREATE INDEX memberships_order ON memberships (account, position, list);
CREATE INDEX memberships_list ON memberships (list);
CREATE UNIQUE INDEX memberships_segment ON memberships (account, segment) WHERE segment IS NOT NULL;

-- Invitations to a list: of an account, or by a link that the first one to accept it uses up. Secrets are not stored.
CREATE TABLE invitations (
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 1 << 53),
  list INTEGER NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
  role TEXT NOT NULL CHECK (role IN ('owner', 'editor', 'viewer')),
  -- The account that invites. The invitation holds while that is an owner.
  giver INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  account INTEGER REFERENCES accounts (id) ON DELETE CASCADE,
  digest BLOB UNIQUE CHECK (length(digest) = 32),
  made INTEGER NOT NULL CHECK (made BETWEEN -62135596800000 AND 253402300799999),
  -- When it was accepted, declined or withdrawn.
  ended INTEGER CHECK (ended BETWEEN -62135596800000 AND 253402300799999),
  CHECK ((account IS NULL) = (digest IS NOT NULL))
) STRICT;
CREATE INDEX invitations_list ON invitations (list);
CREATE INDEX invitations_giver ON invitations (giver, made);
CREATE INDEX invitations_account ON invitations (account) WHERE account IS NOT NULL;

-- Pages by link: a client with the address sees the list, for a time. Secrets are not stored.
CREATE TABLE shared_pages (
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 1 << 53),
  list INTEGER NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
  name TEXT NOT NULL CHECK (name <> ''),
  -- The account that made it, and for which its ticks are made. The page holds while that is an owner.
  giver INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  ticks INTEGER NOT NULL CHECK (ticks IN (0, 1)),
  digest BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
  made INTEGER NOT NULL CHECK (made BETWEEN -62135596800000 AND 253402300799999),
  until INTEGER NOT NULL CHECK (until BETWEEN -62135596800000 AND 253402300799999),
  ended INTEGER CHECK (ended BETWEEN -62135596800000 AND 253402300799999)
) STRICT;
CREATE INDEX shared_pages_list ON shared_pages (list);
CREATE INDEX shared_pages_giver ON shared_pages (giver);

-- A saved filter is a list without tasks of its own, with the query of a search.
CREATE TABLE filters (
  list INTEGER PRIMARY KEY REFERENCES lists (id) ON DELETE CASCADE,
  query TEXT NOT NULL CHECK (query <> '')
) STRICT;

-- The headings of a list. Their positions and those of its tasks are one order.
CREATE TABLE sections (
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 1 << 53),
  list INTEGER NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position BETWEEN -(1 << 60) AND 1 << 60),
  name TEXT NOT NULL CHECK (name <> ''),
  -- The change that last edited the name.
  version INTEGER NOT NULL CHECK (version BETWEEN 0 AND 1 << 53),
  deleted INTEGER CHECK (deleted BETWEEN -62135596800000 AND 253402300799999)
) STRICT;
CREATE INDEX sections_order ON sections (list, position);
CREATE INDEX sections_deleted ON sections (deleted) WHERE deleted IS NOT NULL;

CREATE TABLE tasks (
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 1 << 53),
  list INTEGER NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
  -- The task of which it is a step.
  parent INTEGER,
  position INTEGER NOT NULL CHECK (position BETWEEN -(1 << 60) AND 1 << 60),
  priority INTEGER NOT NULL DEFAULT 0 CHECK (priority BETWEEN 0 AND 3),
  start TEXT CHECK (start >= '0001' AND start GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]' AND date(start, '+0 days') = start),
  due TEXT CHECK (due >= '0001' AND due GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]' AND date(due, '+0 days') = due),
  -- Who is to do it. An account that is no member of the list counts as none: see `TaskField.columns`.
  assignee INTEGER REFERENCES accounts (id) ON DELETE SET NULL,
  -- The time of the due day, with its zone if it has one.
  time TEXT CHECK (time GLOB '[0-2][0-9]:[0-5][0-9]' OR time GLOB '[0-2][0-9]:[0-5][0-9] ?*'),
  repeats TEXT CHECK (repeats <> ''),
  -- Times before the due date and moments, divided by spaces: `ReminderSet`.
  reminders TEXT CHECK (reminders <> ''),
  percent INTEGER CHECK (percent BETWEEN 1 AND 99),
  done INTEGER CHECK (done BETWEEN -62135596800000 AND 253402300799999),
  deleted INTEGER CHECK (deleted BETWEEN -62135596800000 AND 253402300799999),
  created INTEGER NOT NULL CHECK (created BETWEEN -62135596800000 AND 253402300799999),
  changed INTEGER CHECK (changed BETWEEN -62135596800000 AND 253402300799999),
  -- The change that last edited its text.
  version INTEGER NOT NULL CHECK (version BETWEEN 0 AND 1 << 53),
  -- The last change of it, of any kind.
  revision INTEGER NOT NULL DEFAULT 0 CHECK (revision BETWEEN 0 AND 1 << 53),
  -- The identifier in other programs.
  uid TEXT CHECK (uid <> ''),
  -- The source that it is a copy from, by its uid there: it can only be read. No reference: both stand and fall with their list.
  source INTEGER CHECK (source BETWEEN 1 AND 1 << 53),
  -- Whether it is in no trash: the next task of a series, deleted by the undo of the completion that had made it.
  withdrawn INTEGER CHECK (withdrawn = 1),
  -- Names divided by spaces. The triggers make JSON of them.
  tags TEXT CHECK (tags IS NULL OR tags <> '' AND json_valid('["' || tags || '"]')),
  title TEXT NOT NULL CHECK (title <> ''),
  notes TEXT CHECK (notes <> ''),
  -- Of a task that a CalDAV client has sent: the name of its resource; its text, and the last change that stored a text of it as it came;
  -- and the identifier of its parent while that is not there.
  href TEXT CHECK (href <> ''),
  sent INTEGER CHECK (sent BETWEEN 0 AND 1 << 53),
  awaits TEXT CHECK (awaits <> ''),
  object TEXT CHECK (object <> ''),
  -- What it counts for a quota.
  bytes INTEGER AS (100 + length(CAST(title AS BLOB)) + coalesce(length(CAST(notes AS BLOB)), 0)
    + coalesce(length(CAST(tags AS BLOB)), 0) + coalesce(length(CAST(object AS BLOB)), 0)),
  -- What it counts for its list: steps are part of their task.
  open INTEGER AS (parent IS NULL AND done IS NULL AND deleted IS NULL),
  completed INTEGER AS (parent IS NULL AND done IS NOT NULL AND deleted IS NULL),
  -- A step is in the list of its task. The statements of a change move both one after the other.
  UNIQUE (id, list),
  FOREIGN KEY (parent, list) REFERENCES tasks (id, list) DEFERRABLE INITIALLY DEFERRED
) STRICT;
CREATE INDEX tasks_order ON tasks (list, position);
CREATE INDEX tasks_trash ON tasks (list, deleted, id, parent, withdrawn) WHERE deleted IS NOT NULL;
CREATE INDEX tasks_repeating ON tasks (list, done, deleted)
  WHERE repeats IS NOT NULL AND done IS NULL AND deleted IS NULL;
CREATE INDEX tasks_due ON tasks (list, due, coalesce(substr(time, 1, 5), '~'), time, start, priority, done, deleted, assignee)
  WHERE due IS NOT NULL AND done IS NULL AND deleted IS NULL;
CREATE INDEX tasks_reminders ON tasks (list, id) WHERE reminders IS NOT NULL AND done IS NULL AND deleted IS NULL;
CREATE INDEX tasks_start ON tasks (list, start) WHERE start IS NOT NULL AND done IS NULL AND deleted IS NULL;
CREATE INDEX tasks_priority ON tasks (list, priority, due, coalesce(substr(time, 1, 5), '~'), time, done, deleted)
  WHERE priority > 0 AND done IS NULL AND deleted IS NULL;
CREATE INDEX tasks_assignee ON tasks (assignee, list, done) WHERE assignee IS NOT NULL;
CREATE INDEX tasks_steps ON tasks (list, parent, position, done, deleted) WHERE parent IS NOT NULL;
CREATE INDEX tasks_open ON tasks (list, position, parent) WHERE done IS NULL AND deleted IS NULL;
CREATE INDEX tasks_completed ON tasks (list, done, parent) WHERE done IS NOT NULL AND deleted IS NULL;

-- Partial, so that no other query takes it for a small index of a list.
CREATE INDEX tasks_revision ON tasks (list, revision) WHERE revision > 0;
CREATE INDEX tasks_uid ON tasks (uid, list) WHERE uid IS NOT NULL;
CREATE INDEX tasks_href ON tasks (list, href) WHERE href IS NOT NULL;
CREATE INDEX tasks_awaits ON tasks (list, awaits) WHERE awaits IS NOT NULL;

-- What an account has folded on its pages: the steps of tasks, and the tasks of sections. They are no change of the list.
CREATE TABLE task_folds (
  task INTEGER NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  PRIMARY KEY (task, account)
) STRICT, WITHOUT ROWID;
CREATE INDEX task_folds_account ON task_folds (account);
CREATE TABLE section_folds (
  section INTEGER NOT NULL REFERENCES sections (id) ON DELETE CASCADE,
  account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  PRIMARY KEY (section, account)
) STRICT, WITHOUT ROWID;
CREATE INDEX section_folds_account ON section_folds (account);

-- What members of its list say about a task. A comment that was deleted is kept for as long as the trash keeps tasks.
CREATE TABLE comments (
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 1 << 53),
  task INTEGER NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  -- The account that wrote it. NULL in an imported comment of another one, with the name that the file told, if it told one.
  author INTEGER REFERENCES accounts (id),
  author_name TEXT CHECK (author_name <> ''),
  written INTEGER NOT NULL CHECK (written BETWEEN -62135596800000 AND 253402300799999),
  edited INTEGER CHECK (edited BETWEEN -62135596800000 AND 253402300799999),
  deleted INTEGER CHECK (deleted BETWEEN -62135596800000 AND 253402300799999),
  -- The change that last edited its text.
  version INTEGER NOT NULL CHECK (version BETWEEN 0 AND 1 << 53),
  text TEXT NOT NULL CHECK (text <> ''),
  -- What it counts for a quota.
  bytes INTEGER AS (100 + length(CAST(text AS BLOB))),
  CHECK (author IS NULL OR author_name IS NULL)
) STRICT;
CREATE INDEX comments_task ON comments (task, deleted, id);
CREATE INDEX comments_deleted ON comments (deleted) WHERE deleted IS NOT NULL;

-- The resources that a list has lost: tasks that were moved to another list, or deleted for good.
CREATE TABLE departures (
  list INTEGER NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
  revision INTEGER NOT NULL CHECK (revision BETWEEN 0 AND 1 << 53),
  task INTEGER NOT NULL CHECK (task BETWEEN 0 AND 1 << 53),
  href TEXT NOT NULL,
  PRIMARY KEY (list, revision, task)
) STRICT, WITHOUT ROWID;

-- Which text of a resource a program was given last, for programs that don't tell it when they write. No reference to the app password: its
-- rows are as many as its tasks, and are deleted in short transactions after it.
CREATE TABLE read_texts (
  app_password INTEGER NOT NULL CHECK (app_password BETWEEN 1 AND 1 << 53),
  uid TEXT NOT NULL CHECK (length(uid) BETWEEN 1 AND 255),
  task INTEGER NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  revision INTEGER NOT NULL CHECK (revision BETWEEN 0 AND 1 << 53),
  PRIMARY KEY (app_password, uid)
) STRICT, WITHOUT ROWID;
CREATE INDEX read_texts_task ON read_texts (task);

CREATE TABLE tags (
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 1 << 53),
  account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  key TEXT NOT NULL CHECK (key <> ''),
  name TEXT NOT NULL CHECK (name <> '')
) STRICT;
CREATE UNIQUE INDEX tags_name ON tags (account, name);
CREATE INDEX tags_key ON tags (account, key, id);

-- The color of a tag in all its spellings. A tag that no task has any more keeps it, for an undo.
CREATE TABLE tag_colors (
  account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  key TEXT NOT NULL CHECK (key <> ''),
  color TEXT NOT NULL CHECK (length(color) = 7 AND color GLOB '#*' AND NOT substr(color, 2) GLOB '*[^0-9a-f]*'),
  PRIMARY KEY (account, key)
) STRICT, WITHOUT ROWID;

-- The tags of the tasks of each list.
CREATE TABLE task_tags (
  list INTEGER NOT NULL CHECK (list BETWEEN 0 AND 1 << 53),
  tag TEXT NOT NULL,
  task INTEGER NOT NULL CHECK (task BETWEEN 0 AND 1 << 53),
  PRIMARY KEY (list, tag, task)
) STRICT, WITHOUT ROWID;

CREATE TABLE changes (
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 1 << 53),
  -- NULL: the app itself, or an account that is removed.
  account INTEGER REFERENCES accounts (id) ON DELETE SET NULL,
  list INTEGER NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
  -- The list that a task was moved to, and its name then.
  other INTEGER REFERENCES lists (id) ON DELETE SET NULL,
  other_name TEXT,
  -- The name of the app password or the page by link that it was made with; NULL for one of the app's pages.
  app TEXT CHECK (app <> ''),
  -- The page by link. No reference: the history tells of pages that were purged.
  shared_page INTEGER CHECK (shared_page BETWEEN 1 AND 1 << 53),
  -- How it was made without the app: by an answer in a message, or by a mail.
  medium TEXT CHECK (medium IN ('answer', 'mail')),
  -- The account that it is about: that was invited, that joined, or whose role it changed.
  member INTEGER REFERENCES accounts (id) ON DELETE SET NULL,
  -- The one task that it is about. No reference: the history tells of tasks that were purged.
  task INTEGER CHECK (task BETWEEN 0 AND 1 << 53),
  kind TEXT NOT NULL CHECK (kind <> ''),
  name TEXT NOT NULL,
  count INTEGER NOT NULL DEFAULT 1 CHECK (count BETWEEN 0 AND 1 << 53),
  at INTEGER NOT NULL CHECK (at BETWEEN -62135596800000 AND 253402300799999),
  -- The changes that it undid, and by which it was undone. No references: they stand and fall with the same list.
  undoes INTEGER CHECK (undoes BETWEEN 0 AND 1 << 53),
  undone INTEGER CHECK (undone BETWEEN 0 AND 1 << 53),
  -- The key of the form that was sent, while it can be told that this was its last effect.
  submission BLOB CHECK (length(submission) = 16),
  -- How to take it back, as JSON; NULL where there is no way, which is no valid JSON to SQLite 3.40.
  inverse TEXT CHECK (inverse IS NULL OR json_valid(inverse)),
  -- The first of the changes of several lists that were made together.
  batch INTEGER CHECK (batch BETWEEN 0 AND 1 << 53),
  -- What it counts for a quota.
  bytes INTEGER AS (100 + length(CAST(name AS BLOB)) + coalesce(length(CAST(inverse AS BLOB)), 0)),
  CHECK (shared_page IS NULL OR app IS NOT NULL)
) STRICT;
CREATE INDEX changes_list ON changes (list);
CREATE INDEX changes_other ON changes (other) WHERE other IS NOT NULL;
CREATE INDEX changes_task ON changes (task) WHERE task IS NOT NULL;
CREATE UNIQUE INDEX changes_submission ON changes (account, submission)
  WHERE submission IS NOT NULL AND kind NOT IN ('task-added', 'tasks-added');
CREATE INDEX changes_app ON changes (account, app, kind) WHERE app IS NOT NULL;
CREATE INDEX changes_page ON changes (shared_page) WHERE shared_page IS NOT NULL;
-- Finds the list to which an account added last.
CREATE INDEX changes_added ON changes (account, id, list) WHERE kind IN ('task-added', 'tasks-added');
CREATE INDEX changes_batch ON changes (batch) WHERE batch IS NOT NULL;
-- Finds the oldest changes that can be undone, which are forgotten after a time.
CREATE INDEX changes_undoable ON changes (at) WHERE inverse IS NOT NULL;

-- Lists without members, to be deleted with everything in them.
CREATE TABLE discarded_lists (list INTEGER PRIMARY KEY REFERENCES lists (id) ON DELETE CASCADE) STRICT;

-- Whose trash is being emptied of what was deleted up to a moment.
CREATE TABLE emptied_trashes (
  account INTEGER PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  until INTEGER NOT NULL CHECK (until BETWEEN -62135596800000 AND 253402300799999)
) STRICT;

-- Imports that are under way. Their lists have no members yet, so that no account sees half of them.
CREATE TABLE unfinished_imports (
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 1 << 53),
  account INTEGER NOT NULL UNIQUE REFERENCES accounts (id) ON DELETE CASCADE,
  -- When its last step was made. An import without a step for some minutes has ended with its process.
  at INTEGER NOT NULL CHECK (at BETWEEN -62135596800000 AND 253402300799999)
) STRICT;

CREATE TABLE unfinished_lists (
  list INTEGER PRIMARY KEY REFERENCES lists (id) ON DELETE CASCADE,
  import INTEGER NOT NULL REFERENCES unfinished_imports (id) ON DELETE CASCADE
) STRICT;
CREATE INDEX unfinished_lists_import ON unfinished_lists (import);


-- Lists that are followed. Their tasks are the last good copy.

CREATE TABLE sources (
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 1 << 53),
  -- The account of a draft; NULL once it is followed, by all members of its list. The list of a draft has no members.
  account INTEGER REFERENCES accounts (id) ON DELETE CASCADE,
  list INTEGER UNIQUE REFERENCES lists (id) ON DELETE CASCADE,
  -- The list that followed it until its tasks were kept. An undo makes it follow again.
  kept INTEGER REFERENCES lists (id) ON DELETE CASCADE,
  created INTEGER NOT NULL CHECK (created BETWEEN -62135596800000 AND 253402300799999),
  revision INTEGER NOT NULL DEFAULT 1 CHECK (revision BETWEEN 0 AND 1 << 53),
  -- When a background refresh is due.
  next INTEGER NOT NULL CHECK (next BETWEEN -62135596800000 AND 253402300799999),
  asked INTEGER CHECK (asked BETWEEN -62135596800000 AND 253402300799999),
  wanted INTEGER CHECK (wanted BETWEEN -62135596800000 AND 253402300799999),
  not_before INTEGER CHECK (not_before BETWEEN -62135596800000 AND 253402300799999),
  -- The last failure, if nothing went well since.
  failure TEXT CHECK (failure <> ''),
  failure_detail TEXT,
  failing_since INTEGER CHECK (failing_since BETWEEN -62135596800000 AND 253402300799999),
  failed_times INTEGER CHECK (failed_times BETWEEN 1 AND 1 << 53),
  -- The last good copy.
  format TEXT CHECK (format <> ''),
  title TEXT CHECK (title <> ''),
  skipped INTEGER CHECK (skipped BETWEEN 0 AND 1 << 53),
  fetched INTEGER CHECK (fetched BETWEEN -62135596800000 AND 253402300799999),
  checked INTEGER CHECK (checked BETWEEN -62135596800000 AND 253402300799999),
  -- The address that it came from, which the source may have left since.
  origin TEXT CHECK (origin <> ''),
  etag TEXT,
  modified TEXT,
  url TEXT NOT NULL CHECK (url <> ''),
  host TEXT NOT NULL CHECK (host <> ''),
  -- Of a CalDAV collection: its tag, and the collections to choose from.
  ctag TEXT,
  collections TEXT CHECK (collections <> ''),
  -- What of the file is not in the copy: tasks over the limit, and appointments.
  omitted INTEGER NOT NULL DEFAULT 0 CHECK (omitted BETWEEN 0 AND 1 << 53),
  appointments INTEGER NOT NULL DEFAULT 0 CHECK (appointments BETWEEN 0 AND 1 << 53),
  CHECK ((list IS NULL) <> (kept IS NULL) AND (account IS NULL OR list IS NOT NULL)),
  CHECK ((failure IS NULL) = (failing_since IS NULL) AND (failure IS NULL) = (failed_times IS NULL)),
  CHECK ((format IS NULL) = (skipped IS NULL) AND (format IS NULL) = (fetched IS NULL)
    AND (format IS NULL) = (checked IS NULL) AND (format IS NULL) = (origin IS NULL))
) STRICT;
CREATE INDEX sources_drafts ON sources (account, created) WHERE account IS NOT NULL;
CREATE INDEX sources_next ON sources (next) WHERE account IS NULL AND list IS NOT NULL;
CREATE INDEX sources_kept ON sources (kept) WHERE kept IS NOT NULL;

CREATE TABLE source_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 1 << 53),
  source INTEGER NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
  at INTEGER NOT NULL CHECK (at BETWEEN -62135596800000 AND 253402300799999),
  last INTEGER NOT NULL CHECK (last BETWEEN -62135596800000 AND 253402300799999),
  times INTEGER NOT NULL CHECK (times BETWEEN 1 AND 1 << 53),
  -- Where that was: the source may have another address now.
  host TEXT NOT NULL CHECK (host <> ''),
  -- How it failed, or else what came.
  failure TEXT CHECK (failure <> ''),
  failure_detail TEXT,
  open INTEGER CHECK (open BETWEEN 0 AND 1 << 53),
  closed INTEGER CHECK (closed BETWEEN 0 AND 1 << 53),
  skipped INTEGER CHECK (skipped BETWEEN 0 AND 1 << 53),
  changes TEXT CHECK (changes <> '')
) STRICT;
CREATE INDEX source_events_source ON source_events (source, id);


-- The index of the words of tasks. The list of a task is a term of its row, by which a search skips the tasks of others. Tasks in
-- the trash are indexed, too, and left out by a search: that way a move to the trash and back writes nothing.
CREATE VIRTUAL TABLE search USING fts5 (
  title, notes, comments, tags, list, content = 'task_texts', content_rowid = 'id', prefix = '2 3', tokenize = 'fourfold');

-- The texts of a task as they are indexed, the comments as one.
CREATE VIEW task_texts AS
  SELECT id, title, notes, tags, list, (
    SELECT group_concat(text, char(10)) FROM comments WHERE task = tasks.id AND deleted IS NULL) AS comments
  FROM tasks;

-- What is written in the transaction of each change beside it: the counts and sizes in the row of a list, its revision, the tags of
-- its tasks, and the index of words.

CREATE TRIGGER tasks_insert AFTER INSERT ON tasks BEGIN
  SELECT raise(ABORT, 'a saved filter has no tasks of its own') FROM filters WHERE list = new.list;
  SELECT raise(ABORT, 'a followed list takes the tasks of its source')
    WHERE new.source IS NOT (SELECT id FROM sources WHERE list = new.list);
  UPDATE lists SET open = open + new.open, completed = completed + new.completed,
    stored_tasks = stored_tasks + 1, stored_bytes = stored_bytes + new.bytes
    WHERE id = new.list;
  INSERT OR IGNORE INTO task_tags
    SELECT new.list, value, new.id FROM json_each('["' || replace(new.tags, ' ', '","') || '"]')
    WHERE new.tags IS NOT NULL;
  INSERT INTO search (rowid, title, notes, tags, list) VALUES (new.id, new.title, new.notes, new.tags, new.list);
END;

CREATE TRIGGER tasks_update AFTER UPDATE OF list, parent, done, deleted, title, notes, tags, object ON tasks
  WHEN new.list = old.list
BEGIN
  UPDATE lists SET open = open + new.open - old.open, completed = completed + new.completed - old.completed,
    stored_bytes = stored_bytes + new.bytes - old.bytes
    WHERE id = new.list;
END;

CREATE TRIGGER tasks_transfer AFTER UPDATE OF list ON tasks WHEN new.list <> old.list BEGIN
  SELECT raise(ABORT, 'a saved filter has no tasks of its own') FROM filters WHERE list = new.list;
  SELECT raise(ABORT, 'a followed list keeps its tasks, and takes no others')
    WHERE old.source IS NOT NULL OR EXISTS (SELECT 1 FROM sources WHERE list = new.list);
  UPDATE lists SET open = open - old.open, completed = completed - old.completed,
    stored_tasks = stored_tasks - 1,
    stored_bytes = stored_bytes - old.bytes - (SELECT coalesce(sum(bytes), 0) FROM comments WHERE task = old.id)
    WHERE id = old.list;
  UPDATE lists SET open = open + new.open, completed = completed + new.completed,
    stored_tasks = stored_tasks + 1,
    stored_bytes = stored_bytes + new.bytes + (SELECT coalesce(sum(bytes), 0) FROM comments WHERE task = new.id)
    WHERE id = new.list;
  INSERT OR REPLACE INTO departures
    VALUES (old.list, new.revision, old.id, coalesce(old.href, old.uid || '.ics', old.id || '.ics'));
END;

CREATE TRIGGER tasks_words AFTER UPDATE OF list, title, notes, tags ON tasks
  WHEN new.title <> old.title OR new.notes IS NOT old.notes OR new.tags IS NOT old.tags OR new.list <> old.list
BEGIN
  DELETE FROM task_tags WHERE old.tags IS NOT NULL AND list = old.list AND task = old.id
    AND tag IN (SELECT value FROM json_each('["' || replace(old.tags, ' ', '","') || '"]'));
  INSERT OR IGNORE INTO task_tags
    SELECT new.list, value, new.id FROM json_each('["' || replace(new.tags, ' ', '","') || '"]')
    WHERE new.tags IS NOT NULL;
  INSERT INTO search (search, rowid, title, notes, comments, tags, list)
    SELECT 'delete', old.id, old.title, old.notes, comments, old.tags, old.list FROM task_texts WHERE id = new.id;
  INSERT INTO search (rowid, title, notes, comments, tags, list)
    SELECT id, title, notes, comments, tags, list FROM task_texts WHERE id = new.id;
END;

-- Before its comments are deleted with it.
CREATE TRIGGER tasks_forget BEFORE DELETE ON tasks BEGIN
  UPDATE lists SET stored_bytes = stored_bytes - (SELECT coalesce(sum(bytes), 0) FROM comments WHERE task = old.id)
    WHERE id = old.list;
  INSERT INTO search (search, rowid, title, notes, comments, tags, list)
    SELECT 'delete', id, title, notes, comments, tags, list FROM task_texts WHERE id = old.id;
END;

-- ON DELETE SET NULL of the parent would remove the list, too.
CREATE TRIGGER tasks_delete AFTER DELETE ON tasks BEGIN
  UPDATE tasks SET parent = NULL WHERE list = old.list AND parent = old.id;
  INSERT OR REPLACE INTO departures
    SELECT old.list, old.revision, old.id, coalesce(old.href, old.uid || '.ics', old.id || '.ics')
    FROM lists WHERE id = old.list AND deleted IS NULL AND old.deleted IS NOT NULL;
  UPDATE lists SET open = open - old.open, completed = completed - old.completed,
    stored_tasks = stored_tasks - 1, stored_bytes = stored_bytes - old.bytes
    WHERE id = old.list;
  DELETE FROM task_tags WHERE old.tags IS NOT NULL AND list = old.list AND task = old.id
    AND tag IN (SELECT value FROM json_each('["' || replace(old.tags, ' ', '","') || '"]'));
END;

CREATE TRIGGER comments_insert AFTER INSERT ON comments BEGIN
  UPDATE lists SET stored_bytes = stored_bytes + new.bytes WHERE id = (SELECT list FROM tasks WHERE id = new.task);
  INSERT INTO search (search, rowid, title, notes, comments, tags, list)
    SELECT 'delete', id, title, notes, (
        SELECT group_concat(text, char(10)) FROM comments
        WHERE task = new.task AND deleted IS NULL AND id <> new.id), tags, list
    FROM tasks WHERE id = new.task;
  INSERT INTO search (rowid, title, notes, comments, tags, list)
    SELECT id, title, notes, comments, tags, list FROM task_texts WHERE id = new.task;
END;

CREATE TRIGGER comments_update AFTER UPDATE OF text, deleted ON comments BEGIN
  UPDATE lists SET stored_bytes = stored_bytes + new.bytes - old.bytes
    WHERE id = (SELECT list FROM tasks WHERE id = new.task);
  INSERT INTO search (search, rowid, title, notes, comments, tags, list)
    SELECT 'delete', id, title, notes, (
        SELECT group_concat(iif(id = new.id, old.text, text), char(10)) FROM comments
        WHERE task = new.task AND iif(id = new.id, old.deleted, deleted) IS NULL), tags, list
    FROM tasks WHERE id = new.task;
  INSERT INTO search (rowid, title, notes, comments, tags, list)
    SELECT id, title, notes, comments, tags, list FROM task_texts WHERE id = new.task;
END;

-- Comments that were deleted are in no index. With a task that is deleted, nothing is left to do.
CREATE TRIGGER comments_delete AFTER DELETE ON comments BEGIN
  UPDATE lists SET stored_bytes = stored_bytes - old.bytes WHERE id = (SELECT list FROM tasks WHERE id = old.task);
END;

CREATE TRIGGER changes_insert AFTER INSERT ON changes BEGIN
  UPDATE lists SET revision = new.id, stored_bytes = stored_bytes + (id = new.list) * new.bytes
    WHERE id IN (new.list, new.other);
  UPDATE accounts SET revision = new.id
    WHERE id IN (SELECT account FROM memberships WHERE list IN (new.list, new.other));
END;

CREATE TRIGGER changes_update AFTER UPDATE OF inverse ON changes BEGIN
  UPDATE lists SET stored_bytes = stored_bytes + new.bytes - old.bytes WHERE id = new.list;
END;

CREATE TRIGGER changes_delete AFTER DELETE ON changes BEGIN
  UPDATE lists SET stored_bytes = stored_bytes - old.bytes WHERE id = old.list;
END;
