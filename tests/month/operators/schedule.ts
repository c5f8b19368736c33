/** What operators and banks do on which day. Days are those of a month of thirty, scaled to the length of the run. */
import { DAY_MS, dayIn, localTime, midnight } from '../calendar.ts';
import { BOT_ARTIST, FARM_ARTIST, NIGHT_DAY } from '../fans/crowd.ts';
import { habits } from '../fans/fan.ts';
import { type Purchase, settleMoney } from '../fans/moment.ts';
import { type Stage, runJobs, until } from '../stage/stage.ts';
import { type World, MONTHLY } from '../world.ts';
import type { Desk } from './desk.ts';
import { listOrders, readOrder, refundOrder } from '#contract/operator/orders.ts';
import type { CaseFilter } from '#contract/operator/voting/cases.ts';
import { restoreCase, voidCase, dropCase, listCaseVotes, openCase, readCase } from '#contract/operator/voting/cases.ts';
import { readConcentration } from '#contract/operator/voting/concentration.ts';
import type { CaseReason } from '#contract/voting.ts';

export interface Shift {
	desk: Desk;
	stage: Stage;
	world: World;
	purchases: Purchase[];
	/** Suspect networks that the console named by itself. */
	networksFound: number;
	/** Open cases by what they are about. */
	cases: Map<Suspects, number>;
}

type Suspects = 'farm' | 'bots' | 'school' | 'chargebacks' | 'night';

/** The first shift of a day. */
export async function work(shift: Shift, day: number): Promise<void> {
	const { desk, stage, world, purchases, cases } = shift;
	const isDay = (wanted: number) => midnight(day) === dayIn(world.size, wanted);
	await desk.beginShift();
	await refundRegretted(
		desk,
		stage,
		purchases.filter((it) => it.regretted && it.day === day - 1),
	);
	if (isDay(12)) await openFirstCases(shift);
	if (isDay(16)) await decideFirstCases(shift);
	if (isDay(18))
		await dispute(
			stage,
			purchases.filter(({ fan, regretted }) => fan.habit === habits.carder && !regretted),
		);
	if (isDay(20)) await restoreOne(desk, stage, caseOf(cases, 'farm'), 'farm-0');
	if (isDay(24)) await decideDisputes(stage);
	if (isDay(25)) {
		const fanIds = await disputedFans(desk);
		if (fanIds.length > 0) cases.set('chargebacks', await openCaseOn(desk, 'CHRG', { fan_ids: fanIds }));
	}
	if (isDay(28) && cases.has('chargebacks')) await carryOut(desk, stage, caseOf(cases, 'chargebacks'));
}

/** In the review after the deadline: the second net of bots, whose accounts were made on one day. */
export async function openLastCase(shift: Shift): Promise<void> {
	const { desk, world, cases } = shift;
	await desk.beginShift();
	const joinedAt = dayIn(world.size, NIGHT_DAY);
	const joined = { joined_from_local: localTime(joinedAt), joined_to_local: localTime(joinedAt + DAY_MS) };
	cases.set('night', await openCaseOn(desk, 'BOT', { ...joined, country: 'US' }));
}

export async function decideLastCase({ desk, stage, cases }: Shift): Promise<void> {
	await desk.beginShift();
	await carryOut(desk, stage, caseOf(cases, 'night'));
}

async function openFirstCases(shift: Shift): Promise<void> {
	for (const [about, reason, name, artist] of [
		['farm', 'FARM', 'farm-0', FARM_ARTIST],
		['bots', 'BOT', 'bot-0', BOT_ARTIST],
		['school', 'FARM', 'fan-3', null],
	] as const) {
		const network = await networkOf(shift, name, artist);
		shift.cases.set(about, await openCaseOn(shift.desk, reason, { network }));
	}
}

async function decideFirstCases({ desk, stage, cases }: Shift): Promise<void> {
	await drop(desk, caseOf(cases, 'school'));
	await carryOut(desk, stage, caseOf(cases, 'farm'));
	await carryOut(desk, stage, caseOf(cases, 'bots'));
}

/** The network of an account that fans reported. Counts whether the console lists it among the busiest, of the artist if given. */
async function networkOf(shift: Shift, name: string, artist: number | null): Promise<string> {
	const { stage, desk, world } = shift;
	const [row] = await stage.owner.query<{ network: string }>({
		text: `select encode(network_hash, 'hex') as network from session join fan using (fan_id) where name = $1`,
		values: [name],
	});
	if (!row) throw new Error(`${name} never signed in`);
	const listed = await findNetworks(desk, stage, artist === null ? null : (world.artistIds[artist] ?? null));
	if (listed.includes(row.network)) shift.networksFound += 1;
	return row.network;
}

function caseOf(cases: Shift['cases'], about: Suspects): number {
	const id = cases.get(about);
	if (id === undefined) throw new Error(`No case was opened on ${about}`);
	return id;
}

/** Refunds what is not spent yet; a fan who has spent everything gets nothing. */
async function refundRegretted(desk: Desk, stage: Stage, regretted: readonly Purchase[]): Promise<void> {
	for (const { tradeNo } of regretted) {
		const params = { trade_no: tradeNo };
		const { order } = await desk.ask('finance', readOrder, { params });
		const offer = order.refundable.unspent;
		if (!offer) continue;
		const body = { part: 'unspent' as const, amount_minor: offer.amount_minor, why: 'the fan asked on the next day' };
		await desk.ask('finance', refundOrder, { params, body });
	}
	await settleMoney(stage);
}

/** The owners of the cards complain at their banks. */
async function dispute(stage: Stage, purchases: readonly Purchase[]): Promise<void> {
	for (const { tradeNo } of purchases) stage.stripe.state.dispute(paymentOf(stage, tradeNo));
	await settleMoney(stage);
}

/** The banks decide. The first dispute is won: its owner had forgotten the purchase. */
async function decideDisputes(stage: Stage): Promise<void> {
	for (const [index, { id }] of [...stage.stripe.state.disputes.values()].entries()) {
		stage.stripe.state.closeDispute(id, index === 0 ? 'won' : 'lost');
	}
	await settleMoney(stage);
}

/** Fans whose payments are disputed, as the list of orders shows them. */
async function disputedFans(desk: Desk): Promise<number[]> {
	const { list } = await desk.ask('finance', listOrders, { query: { status: 'disputed', limit: '50' } });
	return [...new Set(list.map(({ fan_id: id }) => id))];
}

function paymentOf({ stripe }: Stage, tradeNo: string): string {
	const session = stripe.state.sessions
		.values()
		.find(({ client_reference_id: order, payment_intent: payment }) => order === tradeNo && payment !== null);
	if (!session?.payment_intent) throw new Error(`Nothing was paid for order ${tradeNo}`);
	return session.payment_intent;
}

/** The busiest networks of the month, or of one of its artists, that several accounts share and no case holds. */
async function findNetworks(desk: Desk, { owner }: Stage, artistId: number | null): Promise<string[]> {
	await runJobs(owner, ['count_votes']);
	const query = artistId === null ? {} : { artist_id: String(artistId) };
	const input = { params: { ranking_key: MONTHLY }, query };
	const { network } = await desk.ask('editor', readConcentration, input);
	return network
		.filter(({ accounts, case_ids: cases }) => (accounts ?? 0) > 1 && cases.length === 0)
		.map(({ value }) => value);
}

async function openCaseOn(desk: Desk, reason: keyof typeof STATEMENTS, filter: CaseFilter): Promise<number> {
	const body = {
		ranking_key: MONTHLY,
		reason,
		statement: STATEMENTS[reason],
		incident_url: null,
		filter,
		objection_hours: 24,
	};
	const { case: opened } = await desk.ask('editor', openCase, { body });
	return opened.case_id;
}

const STATEMENTS = {
	BOT: 'One program cast these votes from several accounts.',
	FARM: 'One person cast these votes from several accounts.',
	CHRG: 'The payment for these votes was taken back by the bank.',
} satisfies Partial<Record<CaseReason, string>>;

/** Voids the votes of a case. A large case needs a second operator. */
async function carryOut(desk: Desk, { owner }: Stage, caseId: number): Promise<void> {
	const input = { params: { case_id: caseId }, body: { why: 'no objection came' } };
	await desk.ask('finance', voidCase, input);
	await runJobs(owner, ['work_on_cases']);
	await until('the votes of a case are not voided', async () => {
		const { case: now } = await desk.ask('finance', readCase, { params: { case_id: caseId } });
		return now.state === 'voided';
	});
}

/** A school shares an address: the objection was right. */
async function drop(desk: Desk, caseId: number): Promise<void> {
	await desk.ask('editor', dropCase, { params: { case_id: caseId }, body: { why: 'it is a school' } });
}

/** One of them was a person after all, who objected late. */
async function restoreOne(desk: Desk, { owner }: Stage, caseId: number, name: string): Promise<void> {
	const [fan] = await owner.query<{ id: string }>({
		text: 'select fan_id::text as id from fan where name = $1',
		values: [name],
	});
	const page = { params: { case_id: caseId }, query: { fan_id: fan?.id, limit: '1' } };
	const { list } = await desk.ask('finance', listCaseVotes, page);
	const body = { fan_id: list[0]?.fan_id ?? null, why: 'they have shown that they are a person' };
	await desk.ask('finance', restoreCase, { params: { case_id: caseId }, body });
	await runJobs(owner, ['work_on_cases']);
}
