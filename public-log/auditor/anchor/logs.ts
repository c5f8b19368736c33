/** Reads a ranking's log and judges whether it is the one that the anchor tells of. */
import { base64, hex, isEqual } from '#public-log/format/bytes.ts';
import type { Checkpoint } from '#public-log/format/checkpoint.ts';
import { parseLeaf, type VoteLeaf } from '#public-log/format/leaf.ts';
import { sha256 } from '#public-log/format/sha256.ts';
import { leafHash, RightEdge } from '#public-log/format/tree.ts';
import { openRules } from '#public-log/format/ranking-json.ts';
import type { Supply } from '#public-log/format/anchor/anchor-json.ts';
import { parseAnchorLeaf } from '#public-log/format/anchor/anchor-leaf.ts';
import { utc, type Findings } from '../checks/findings.ts';
import { rankingOf } from '../checks/revoked.ts';
import { readCheckpoint, type OpenedCheckpoint, type LogSource, Unreachable, readLeaves } from '../source/source.ts';
import { Voters } from '../memory/voters.ts';
import { Column } from '../memory/vote-ledger.ts';
import type { OtherLeaf } from '../log-state.ts';
import { LATE_SECONDS, listedBy, secondOf } from '../checks/time.ts';
import { secondInAnchor, type Claims, type RootClaim, type SumsClaim } from './claims.ts';
import type { KeyCheck } from './keys.ts';

type Sums = Supply['rankings'][string];

/** A log that is read beside an anchor. */
export interface GivenLog extends OpenedCheckpoint {
	source: LogSource;
}

const siteOf = (origin: string) => origin.slice(0, origin.indexOf('/'));
/** The log of a ranking may be named so, too. */
export const isAnchor = (origin: string): boolean => /(?<!\/log)\/anchor$/.test(origin);

/** @throws {Unreachable} if a log cannot be read, or belongs to another site than the anchor of this name */
export async function openLogs(sources: readonly LogSource[], anchor: string): Promise<GivenLog[]> {
	return Promise.all(
		sources.map(async (source) => {
			const opened = await readCheckpoint(source);
			if (!opened) throw new Unreachable(`${source.place ?? 'A log'}: the checkpoint cannot be read`);
			const { origin } = opened.checkpoint;
			if (siteOf(origin) !== siteOf(anchor))
				throw new Unreachable(`${origin} and ${anchor} belong to two sites: give the anchor of the same site`);
			return { source, ...opened };
		}),
	);
}

/** Returns what is told of the log. @throws {Unreachable} if it cannot be read */
export async function judgeLog(
	{ source, note: signed, checkpoint }: GivenLog,
	given: readonly GivenLog[],
	{ claims, keys }: { claims: Claims; keys: KeyCheck },
	findings: LogFindings,
): Promise<string> {
	const { origin, size } = checkpoint;
	const isRevoked = await keys.judgeLog(origin, size, signed, claims);
	const ended = claims.restored.of(origin);
	if (ended && size > ended.size && !isRevoked)
		findings.fail('logs', `${origin} has ${size} leaves, and the anchor says that it ended with ${ended.size}`);
	const roots = [...claims.roots.of(origin), ...claims.kept.of(origin)];
	if (roots.length === 0) {
		findings.fail('logs', `the anchor does not tell of ${origin} (it names a new log within a minute)`);
		return `${origin}: not anchored`;
	}
	const anchored = Math.max(...roots.map((claim) => claim.size));
	const told = `${origin}: anchored up to entry ${Math.min(anchored, size)} of ${size}`;
	const end = claims.endOf(origin);
	// After a log has ended, the supply tells of its successor.
	const sums = claims.sums.of(rankingOf(origin)).filter(({ leaf }) => leaf < end);
	const shown = given.map((one) => one.checkpoint).filter((one) => one.origin === origin);
	const walk = startLogWalk(checkpoint, { roots, sums, claims, shown }, findings);
	const bundles = { fail: (_: 'bundles', note: string) => findings.fail('logs', `${origin}: ${note}`) };
	if (!(await readLeaves(source, size, walk.take, bundles))) return told;
	const missing = roots.find((claim) => claim.size > size);
	if (missing) findings.fail('logs', `${origin} has ${size} leaves, but had ${missing.size}`, missing.leaf);
	const ahead = sums.find((claim) => claim.sums.size > size);
	if (ahead) findings.fail('gems', `${origin} has ${size} leaves, not ${ahead.sums.size}`, ahead.leaf);
	const { gap, late } = walk.end();
	if (isAnchor(origin)) return told;
	const counted = sums.at(-1)?.sums.size ?? 0;
	if (counted === 0) for (const name of ['gems', 'times'] as const) findings.skip(name, `no supply tells of ${origin}`);
	if (!claims.accounts) findings.skip('voters', 'the anchor tells no numbers of accounts');
	else findings.remark('voters', `of the votes from before ${utc(claims.accounts.at)}`);
	const bound = gap === null ? 'no supply follows its last entry' : `supplies bound its seconds to ${gap} s`;
	return `${told}, counted in supplies up to ${counted}; ${bound}${late}`;
}

type LogFindings = Pick<Findings<'logs' | 'results' | 'gems' | 'times' | 'voters'>, 'fail' | 'skip' | 'remark'>;

/** An operator may need a day to publish a result that is due. */
const RESULT_LATE_SECONDS = 86_400;
/** Null in the numbers of accounts stands for at most so many. */
export const SMALL_MAX = 19;

interface LogClaims {
	roots: readonly RootClaim[];
	sums: readonly SumsClaim[];
	claims: Claims;
	/** Checkpoints of this log, its own among them. */
	shown: readonly Checkpoint[];
}

function startLogWalk(
	{ origin, root }: Checkpoint,
	{ roots, sums: told, claims, shown }: LogClaims,
	findings: LogFindings,
) {
	const rootsAt = Map.groupBy(roots, ({ size }) => size);
	const sumsAt = Map.groupBy(told, ({ sums }) => sums.size);
	const edge = new RightEdge();
	// Supplies tell of rankings only.
	const times = isAnchor(origin) ? [] : claims.timesOf(origin, rankingOf(origin));
	const shownAt = Map.groupBy(shown, ({ size }) => size);
	/** The first and the last second that a leaf states. */
	let [began, latest]: [number | null, number] = [null, 0];
	const keepTail = claims.restored.watch(origin);
	const voters = new Voters();
	/** The next claim of the size, and the second up to which the log was no longer than now. */
	let [next, notBefore] = [0, 0];
	let [due, closedAt] = [Infinity, Infinity];
	/** Votes of cases that are not voided: they may hold up the result. */
	let judged = 0;
	/** By index: gems of a vote, and of the vote that a void takes back. */
	const gems = new Column();
	let voided = 0;
	const ranking = rankingOf(origin);
	const lastCounted = claims.endOf(origin) === Infinity ? told.at(-1)?.sums.size : undefined;
	const own: Sums = { size: 0, votes: 0, tickets: 0, gems_earned: 0, gems_purchased: 0 };

	function judgeRoot(claim: RootClaim, last: Uint8Array): void {
		if (base64(edge.root()) !== claim.root)
			findings.fail('logs', `${origin} did not begin with these ${claim.size} leaves`, claim.leaf);
		else if (
			claim.leafSha256 !== null &&
			(parseLeaf(last)?.type !== 'result' || hex(sha256(last)) !== claim.leafSha256)
		)
			findings.fail('results', `${origin} ends with another leaf`, claim.leaf);
	}

	/** Somebody else, or its own checkpoint, shows the log so. */
	function judgeShown(other: Checkpoint): void {
		if (isEqual(edge.root(), other.root)) return;
		const how = isEqual(root, other.root) ? 'its leaves give another root' : 'it was shown with another history';
		findings.fail('logs', `${origin}: ${how}, of ${other.size} entries`);
	}

	function judgeSums({ sums, leaf }: SumsClaim): void {
		const field = (Object.keys(own) as (keyof Sums)[]).find((name) => own[name] !== sums[name]);
		if (field) findings.fail('gems', `${origin}: ${field} is ${own[field]}, not ${sums[field]}`, leaf);
	}

	function judgeTime(second: number, isVote: boolean): void {
		[began, latest] = [began ?? second, Math.max(latest, second)];
		for (; (times[next]?.size ?? Infinity) <= edge.size; next += 1) notBefore = times[next]?.to ?? 0;
		const notAfter = times[next]?.from ?? Infinity;
		const says = `${origin}: leaf ${edge.size} says second ${second}`;
		if (listedBy(second, isVote) < notBefore)
			findings.fail('times', `${says}, and it was not there at ${notBefore}`, times[next - 1]?.leaf);
		if (second > notAfter + LATE_SECONDS)
			findings.fail('times', `${says}, and it was there at ${notAfter}`, times[next]?.leaf);
	}

	function takeVote({ voter, castAt, tickets, gemsEarned, gemsPurchased }: VoteLeaf): void {
		// In the second of the count itself, a fan may have come after it.
		if (claims.accounts && castAt < claims.accounts.at) voters.numberOf(voter);
		gems.set(edge.size, gemsEarned + gemsPurchased);
		own.votes += 1;
		own.tickets += tickets;
		own.gems_earned += gemsEarned;
		own.gems_purchased += gemsPurchased;
	}

	/** Returns the second that the leaf states. */
	function takeOther(parsed: OtherLeaf): number | null {
		if (parsed.type === 'close') closedAt = parsed.at;
		if (parsed.type === 'case') judged += parsed.votes;
		if (parsed.type === 'void') {
			judged -= 1;
			gems.set(edge.size, gems.get(parsed.voteIndex));
			voided += gems.get(parsed.voteIndex);
		}
		if (parsed.type === 'restore') voided -= gems.get(parsed.voidIndex);
		const rules = parsed.type === 'open' ? openRules.safeParse(parsed.json).data : undefined;
		if (rules) due = Math.min(rules.ends_at, closedAt) + rules.review_seconds;
		return secondOf(parsed);
	}

	/** What is told of the log at its present size. */
	function judgeSize(last: Uint8Array): void {
		for (const claim of rootsAt.get(edge.size) ?? []) judgeRoot(claim, last);
		for (const claim of sumsAt.get(edge.size) ?? []) judgeSums(claim);
		for (const other of shownAt.get(edge.size) ?? []) judgeShown(other);
	}

	judgeSize(new Uint8Array(0));
	return {
		take(leaf: Uint8Array): void {
			const parsed = parseLeaf(leaf);
			const isVote = parsed?.type === 'vote';
			const inAnchor = parsed === null && isAnchor(origin) ? secondInAnchor(parseAnchorLeaf(leaf)) : null;
			const second = isVote ? parsed.castAt : parsed ? takeOther(parsed) : inAnchor;
			if (second !== null) judgeTime(second, isVote);
			if (isVote) takeVote(parsed);
			const hash = leafHash(leaf);
			keepTail(edge.size, hash, { second, isVote });
			edge.append(hash);
			own.size = edge.size;
			if (own.size === lastCounted) claims.voided.set(ranking, voided);
			judgeSize(leaf);
		},
		/** Returns the longest time without a supply while the log grew, and what is to be said of a late result. */
		end(): { gap: number | null; late: string } {
			const isTold = roots.some(({ leafSha256, isEnd }) => leafSha256 !== null || isEnd);
			const isLate = !isTold && claims.clock > due + RESULT_LATE_SECONDS;
			if (isLate && judged === 0)
				findings.fail('results', `${origin}: the result was due at second ${due}, and the anchor does not have it`);
			const created = claims.accounts ? Math.max(claims.accounts.created, SMALL_MAX) : Infinity;
			if (voters.size > created)
				findings.fail('voters', `${origin} has ${voters.size} voters, and ${created} accounts were ever created`);
			return {
				gap: began === null ? null : claims.longestGap(origin, began, latest),
				late: isLate ? `; its result was due at ${utc(due)}, and cases name ${judged} votes that are not voided` : '',
			};
		},
	};
}
