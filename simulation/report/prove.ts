/** Audits the books, and has our auditor recount the public logs as a stranger would, over HTTP. */
import { audit } from '#server/books/audit.ts';
import { getVoteLogs } from '#contract/voting.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { auditLog } from '#public-log/auditor/main.ts';
import { until } from '../stage/jobs.ts';
import type { Stage } from '../stage/stage.ts';
import { BIRTHDAY, MONTHLY } from '../world.ts';

export interface Proof {
	/** Rules of the books that were checked, and those that are broken. */
	rules: number;
	broken: string[];
	votes: number;
	tickets: number;
	/** `recounted`: votes that the auditor counted; null for the anchor, which holds none. */
	logs: { name: string; passed: boolean; recounted: number | null }[];
	passed: boolean;
}

export async function prove(stage: Stage): Promise<Proof> {
	const { findings, votes, tickets, passed } = await audit(stage.owner);
	const broken = findings.filter((finding) => finding.broken > 0).map(({ rule }) => rule);
	await until('the logs are not published', () => isPublished(stage));
	const { address } = stage.server;
	const places = [MONTHLY, BIRTHDAY].map((key) => `${address}/log/${key}`);
	const logs: Proof['logs'] = [];
	for (const place of places) logs.push(await verify(place, [place]));
	logs.push(await verify(`${address}/anchor`, [`${address}/anchor`, ...places.flatMap((place) => ['--log', place])]));
	return { rules: findings.length, broken, votes, tickets, logs, passed: passed && logs.every((log) => log.passed) };
}

async function isPublished({ client }: Stage): Promise<boolean> {
	const { text } = await client.ask({ path: `/api/v1${getVoteLogs.path}` });
	const { logs } = (JSON.parse(text) as { data: ReplyOf<typeof getVoteLogs> }).data;
	return logs.every(({ entries_waiting: waiting }) => waiting === 0);
}

async function verify(place: string, args: readonly string[]): Promise<Proof['logs'][number]> {
	let said = '';
	const say = (text: string) => void (said += text);
	const code = await auditLog(args, { out: say, error: say });
	if (code !== 0) console.error(said);
	const name = place.slice(place.lastIndexOf('/') + 1);
	const recounted = name === 'anchor' ? null : Number(/, (\d+) votes cast by/.exec(said)?.[1] ?? 0);
	return { name, passed: code === 0, recounted };
}
