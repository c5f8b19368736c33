/** What operators and banks do on which day. Days are those of a month of thirty, scaled to the length of the run. */
import { DAY_MS, dayIn, localTime, midnight } from '../calendar.ts';
import { BOT_ARTIST, FARM_ARTIST, NIGHT_DAY } from '../fans/crowd.ts';
import { habits } from '../fans/fan.ts';
import type { Purchase } from '../fans/shopping.ts';
import type { Stage } from '../stage/stage.ts';
import type { World } from '../world.ts';
import { carryOut, drop, findNetworks, openCaseOn, restoreOne } from './cases.ts';
import type { Desk } from './desk.ts';
import { decideDisputes, dispute, disputedFans, refundRegretted } from './money.ts';

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
