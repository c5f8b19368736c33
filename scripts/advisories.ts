/**
 * `npm run advisories` lists known advisories for the dependencies of an installation. Exits with 0 if there are none,
 * with 1 if there are some, and with 2 if the registry cannot be asked, which must not look like "none".
 */
import { judgeAudit } from './check/advisory-report.ts';
import { npmOutput } from './lib/steps.ts';

const args = ['audit', '--json', '--omit=dev'];
const { lines, exitCode } = judgeAudit(await npmOutput(args).catch(String));
for (const line of lines) console.log(line);
process.exitCode = exitCode;
