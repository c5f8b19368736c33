/** `npm run audit-log -- <address or folder>`: checks a ranking's public log and recounts it. Needs nothing of the site. */
import { auditLog } from '#public-log/auditor/main.ts';

process.exitCode = await auditLog(process.argv.slice(2), {
	out: (text) => process.stdout.write(text),
	error: (text) => process.stderr.write(text),
});
