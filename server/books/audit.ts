/** Re-proves the books from their entries, in one snapshot of the database. */
import { randomInt } from 'node:crypto';
import { type Database, type Db, type Tx, sql } from '#server/kernel/database.ts';
import type { Gems } from '#server/gems/gems.ts';
import { type Finding, type RowChecks, TIME_RULES } from './check.ts';
import { ledgerChecks, ledgerRows, makeGoodChecks, walletRows } from './ledger-checks.ts';
import { replayRefunds, storeChecks } from './store-checks.ts';
import { standingChecks, voteChecks, voteRows } from './vote-checks.ts';
import { voidChecks } from './void-checks.ts';
import type { FastifyBaseLogger } from 'fastify';

export interface AuditReport {
	findings: Finding[];
	supply: Supply;
	takings: Takings[];
	votes: number;
	tickets: number;
	clock: ClockSteps;
	passed: boolean;
}

const SEED_MAX = 2 ** 47;

/** Settings to audit ten million votes within a minute: sums and joins stay in memory if it is available. */
const SETTINGS = [
	'set transaction isolation level repeatable read, read only',
	`set local work_mem = '128MB'`,
	'set local jit = off',
	// Long by design, and nobody waits for its locks.
	'set local statement_timeout = 0',
];

/** Runs the audit. Calls `checked` with the finding of each rule as soon as it is checked. */
export function audit(db: Database, checked: (finding: Finding) => void = () => undefined): Promise<AuditReport> {
	return db.transaction(async (tx) => {
		for (const text of SETTINGS) await tx.query({ text });
		return prove(tx, checked);
	});
}

/** The same in a transaction that sees one snapshot. */
export async function prove(tx: Tx, checked: (finding: Finding) => void = () => undefined): Promise<AuditReport> {
	// Every rule reads whole tables. Where the planner knows little of them yet, it would go through one table for each row of
	// another, for hours.
	await tx.query({ text: 'set local enable_nestloop = off' });
	const findings: Finding[] = [];
	const add = (finding: Finding) => {
		findings.push(finding);
		checked(finding);
	};
	const rows = [walletRows(randomInt(SEED_MAX)), ...ledgerRows, ...voteRows];
	for (const several of rows) for (const finding of await checkRows(tx, several)) add(finding);
	for (const checks of [ledgerChecks, makeGoodChecks, voteChecks, standingChecks, voidChecks, storeChecks])
		for (const [rule, text] of Object.entries(checks)) add(await checkOne(tx, rule, text));
	add(findingOf('every partial refund took the gems that its part of the price had bought', await replayRefunds(tx)));
	const supply = await readSupply(tx);
	add(balanceOf(supply));
	const isTimeBroken = findings.some(({ rule, broken }) => broken > 0 && TIME_RULES.includes(rule));
	const votes = sql`select count(*) as votes, coalesce(sum(tickets), 0) as tickets from vote`;
	return {
		findings,
		supply,
		takings: await sql`select currency, sum(orders)::bigint as orders, sum(taken)::bigint as "takenMinor",
			sum(refunded)::bigint as "refundedMinor", sum(disputed)::bigint as "disputedMinor"
		from (
			select payment.currency, case when role = 'order' then 1 else 0 end as orders, amount_minor as taken,
				coalesce((select sum(amount_minor) from payment_refund refund
					where refund.payment_id = payment.payment_id and status <> 'failed'), 0) as refunded,
				coalesce((select sum(amount_minor) from payment_dispute dispute
					where dispute.payment_id = payment.payment_id and status in ('open', 'lost')), 0) as disputed
			from payment
		) money group by currency order by currency`.all(tx),
		...(await votes.one<{ votes: number; tickets: number }>(tx)),
		clock: await readClockSteps(tx, isTimeBroken ? 1 : 16),
		passed: findings.every(({ broken }) => broken === 0),
	};
}

async function checkOne(tx: Tx, rule: string, text: string): Promise<Finding> {
	const [row] = await tx.query<Omit<Finding, 'rule'>>({
		text: `with broken as (${text}) select count(*) as broken, (select to_jsonb(broken) from broken limit 1) as example
			from broken`,
	});
	return { rule, broken: row?.broken ?? 0, example: row?.example ?? null };
}

async function checkRows(tx: Tx, { from, example, rules }: RowChecks): Promise<Finding[]> {
	const columns = Object.values(rules).map(
		(broken, index) => `count(*) filter (where ${broken}) as broken${index},
			any_value(jsonb_build_object(${example})) filter (where ${broken}) as example${index}`,
	);
	const [row = {}] = await tx.query<Record<string, unknown>>({ text: `select ${columns.join(', ')} from ${from}` });
	return Object.keys(rules).map((rule, index) => ({
		rule,
		broken: Number(row[`broken${index}`] ?? 0),
		example: (row[`example${index}`] ?? null) as Finding['example'],
	}));
}

function findingOf(rule: string, broken: readonly object[]): Finding {
	return { rule, broken: broken.length, example: broken[0] ? { ...broken[0] } : null };
}

function balanceOf({ byKind, inWallets }: Supply): Finding {
	const kinds = Object.values(byKind);
	const issued: Gems = {
		earned: kinds.reduce((sum, { earned }) => sum + earned, 0),
		purchased: kinds.reduce((sum, { purchased }) => sum + purchased, 0),
	};
	const balanced = issued.earned === inWallets.earned && issued.purchased === inWallets.purchased;
	return findingOf(
		'gems issued, less gems spent and taken back, are the gems in wallets: of the earned and of the bought',
		balanced ? [] : [{ issued, inWallets }],
	);
}

/** Says what is broken, once for each rule, in the log and on the dashboard; nothing is mended by a program. */
export async function reconcile(db: Database, log: Pick<FastifyBaseLogger, 'error' | 'info'>): Promise<boolean> {
	const { findings, supply } = await audit(db);
	const known = await readAcknowledged(db);
	const unknown = findings.filter(({ rule, broken }) => broken > (known[rule] ?? 0));
	const passed = unknown.length === 0;
	for (const { rule, broken, example } of unknown) log.error({ rule, broken, example }, 'the books do not balance');
	if (passed) log.info({ supply }, 'the books balance');
	const broken = unknown.map(({ rule }) => rule);
	await sql`insert into reconciliation (checked_at, broken) values (lightstick_now(), ${broken})
		on conflict (only_row) do update set checked_at = excluded.checked_at, broken = excluded.broken`.run(db);
	return passed;
}

/** How often each rule about times was broken when somebody found out that a step of the clock was the cause. */
const readAcknowledged = async (db: Db): Promise<Record<string, number>> =>
	(await sql`select acknowledged from reconciliation`.maybeValue<Record<string, number>>(db)) ?? {};

/**
 * Remembers that a step of the clock has broken rules about times, so that the hourly audit tells only of more. Returns the
 * rules; none where no step shows in the books.
 */
export async function acknowledge(db: Db, { findings, clock }: AuditReport): Promise<string[]> {
	const explained = findings.filter(({ rule, broken }) => broken > 0 && TIME_RULES.includes(rule));
	if (clock.steps === 0 || explained.length === 0) return [];
	const counts = Object.fromEntries(explained.map(({ rule, broken }) => [rule, broken]));
	await sql`insert into reconciliation (checked_at, broken, acknowledged)
		values (lightstick_now(), '{}', ${JSON.stringify(counts)})
		on conflict (only_row) do update set acknowledged = excluded.acknowledged`.run(db);
	return Object.keys(counts);
}

/** Sums up the books: gems, money, and whether the clock of their timestamps ran evenly. */
interface Supply {
	/** Gems by what moved them, signed; their sum is what all wallets hold, of the earned and of the bought. */
	byKind: Record<string, Gems>;
	inWallets: Gems;
}

async function readSupply(tx: Tx): Promise<Supply> {
	const kinds = await sql`select kind, sum(earned) as earned, sum(purchased) as purchased from ledger_entry
		group by kind order by kind`.all<Gems & { kind: string }>(tx);
	const wallets = sql`select coalesce(sum(earned), 0) as earned, coalesce(sum(purchased), 0) as purchased from wallet`;
	return {
		byKind: Object.fromEntries(kinds.map(({ kind, earned, purchased }) => [kind, { earned, purchased }])),
		inWallets: await wallets.one<Gems>(tx),
	};
}

/** Money of one currency, in its minor units. */
interface Takings {
	currency: string;
	/** Orders that gave gems. */
	orders: number;
	/** Money that the provider collected (minor units), second payments included. */
	takenMinor: number;
	refundedMinor: number;
	/** Money held or taken back by banks. */
	disputedMinor: number;
}

interface ClockSteps {
	/** Ledger entries that are earlier by their time than the one before them. */
	steps: number;
	/** The longest such step, in milliseconds. */
	longestMs: number;
}

/**
 * A clock that was set back shows in wallets that moved before and after: their entries are numbered in order. One wallet
 * of `oneOf` is looked at: a clock is everybody's, but a short step may show in few wallets.
 */
export function readClockSteps(tx: Tx, oneOf: number): Promise<ClockSteps> {
	// A vote's entry is in whole milliseconds, another's is not.
	return sql`select count(*) as steps, coalesce(1000 * extract(epoch from max(step)), 0)::bigint as "longestMs" from (
			select lag(created_at) over entries - created_at as step
			from ledger_entry where fan_id % ${oneOf} = 0 window entries as (partition by fan_id order by seq)
		) steps where step >= interval '1 millisecond'`.one(tx);
}
