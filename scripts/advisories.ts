/**
 * `npm run advisories`: known advisories of what an installation runs. Ends with 0 if there are none, with 1 if there are
 * some, and with 2 if nobody could be asked, which must not look like a good answer.
 */
import { judgeAudit } from './check/advisory-report.ts';
import { npmOutput } from './lib/npm.ts';

const args = ['audit', '--json', '--omit=dev'];
const { lines, exitCode } = judgeAudit(await npmOutput(args).catch(String));
for (const line of lines) console.log(line);
process.exitCode = exitCode;
