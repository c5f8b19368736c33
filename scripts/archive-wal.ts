/**
 * PostgreSQL runs this for each WAL segment of the embedded database: `<data folder> <history> <path> <name>`. Files that
 * the segment's transactions rely on, such as tiles of the public logs, are stored before the segment.
 */
import { syncFiles } from '#server/backup/sync-files.ts';
import { walOf } from '#server/backup/layout.ts';
import { storeSegment } from '#server/backup/wal.ts';

const [dataFolder = '', history = '', path = '', name = ''] = process.argv.slice(2);
await syncFiles(dataFolder, history);
await storeSegment(walOf(history), name, path);
