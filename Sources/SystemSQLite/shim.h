#include <sqlite3.h>

/* sqlite3_db_config takes a variable number of arguments, which Swift can't call. Returns SQLite's result code. */
static inline int systemSQLiteSetDefensive(sqlite3 *db) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}

static inline int systemSQLiteKeepLogOnClose(sqlite3 *db) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}
