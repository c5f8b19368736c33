/** PostgreSQL runs this for each WAL segment that a restore needs: `<archive> <name> <path>`. */
import { fetchSegment } from '#server/backup/wal.ts';

/** Above 125, PostgreSQL stops. After any other number it takes the archive for ended, and would lose what follows. */
const STOP = 130;
const NOT_THERE = 1;

const [archive = '', name = '', path = ''] = process.argv.slice(2);
try {
	if (!(await fetchSegment(archive, name, path))) process.exitCode = NOT_THERE;
} catch (error) {
	console.error(String(error));
	process.exitCode = STOP;
}
