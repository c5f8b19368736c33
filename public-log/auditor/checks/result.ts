/** Judges the result: what it is bound to, its numbers, and its order. */
import { base64 } from '#public-log/format/bytes.ts';
import { formatLeaf } from '#public-log/format/leaf.ts';
import { result as resultShape, type Result } from '#public-log/format/ranking-json.ts';
import { LEAF_BYTES_MAX } from '#public-log/format/tiles.ts';
import type { Checker, LogState } from '../log-state.ts';
import { countedOf, NO_VOTES } from '../memory/vote-ledger.ts';
import type { Findings } from './findings.ts';

export function checkResult(log: LogState, findings: Findings): Checker {
	let found = false;
	return {
		leaf(leaf) {
			if (leaf.type !== 'result') return;
			found = true;
			const { success, data } = resultShape.safeParse(leaf.json);
			if (!success) {
				findings.fail('result', 'the result does not have the fields that it must have', log.index);
				findings.skip('tally', 'the result cannot be read');
				findings.skip('order', 'the result cannot be read');
				return;
			}
			checkBinding(data, log, findings);
			if (data.tally) checkTally(data.tally, log, findings);
			else checkOmission(data, log, findings);
			checkOrder(data, log, findings);
			for (const id of data.hidden) {
				const counted = countedOf(log.ledger.tallies.get(id) ?? NO_VOTES);
				// First: no number of revisions pushes it off the page.
				log.changes.unshift(
					`Hidden from the result: ${log.names.get(id)?.join(' · ') || id}, with ${counted} counted votes`,
				);
			}
		},
		end() {
			if (!found)
				for (const name of ['result', 'tally', 'order'] as const) findings.skip(name, 'the log has no result yet');
		},
	};
}

function checkBinding({ size, root }: Result, { edge, index }: LogState, findings: Findings): void {
	if (size !== index)
		findings.fail('result', `it says that ${size} leaves came before it, and it is leaf ${index}`, index);
	else if (root !== base64(edge.root())) findings.fail('result', 'its root is not that of the leaves before it', index);
}

function checkTally(tally: NonNullable<Result['tally']>, { ledger, index }: LogState, findings: Findings): void {
	const told = new Map(Object.entries(tally).map(([id, numbers]) => [Number(id), numbers]));
	for (const id of new Set([...told.keys(), ...ledger.tallies.keys()])) {
		const { given, voided, restored, counted } = told.get(id) ?? { ...NO_VOTES, counted: 0 };
		const own = ledger.tallies.get(id) ?? NO_VOTES;
		const isSame = given === own.given && voided === own.voided && restored === own.restored;
		if (isSame && counted === countedOf(own) && Number.isSafeInteger(own.given)) continue;
		const numbers = `${own.given} given, ${own.voided} voided, ${own.restored} restored, ${countedOf(own)} counted`;
		const said = `${given} given, ${voided} voided, ${restored} restored, ${counted} counted`;
		findings.fail('tally', `for ${id} it says ${said}; the leaves give ${numbers}`, index);
	}
}

/** A result may leave out its numbers only if they would not fit into a leaf. */
function checkOmission(data: Result, { ledger, index }: LogState, findings: Findings): void {
	const numbersOf = (id: number) => {
		const tally = ledger.tallies.get(id) ?? NO_VOTES;
		return [id, { ...tally, counted: countedOf(tally) }];
	};
	const json = { ...data, tally: Object.fromEntries([...data.order, ...data.hidden].map(numbersOf)) };
	if (formatLeaf({ type: 'result', json }).length <= LEAF_BYTES_MAX)
		findings.fail('tally', 'it leaves out the numbers, and they would fit', index);
	else findings.skip('tally', 'the numbers of so many candidates do not fit into the result');
}

function checkOrder({ tally, order, hidden }: Result, { ledger, index, names, changes }: LogState, findings: Findings) {
	const recounted = (id: number) => countedOf(ledger.tallies.get(id) ?? NO_VOTES);
	const counted = (id: number) => (tally ? (tally[id]?.counted ?? 0) : recounted(id));
	const listed = new Set([...order, ...hidden]);
	if (listed.size !== order.length + hidden.length) return findings.fail('order', 'somebody is listed twice', index);
	const voted = tally ? Object.keys(tally) : [...ledger.tallies.keys()].map(String);
	const missing = voted.find((id) => !listed.has(Number(id)));
	if (missing !== undefined)
		return findings.fail('order', `${missing} is in the tally, and neither in the order nor hidden`, index);
	const unlisted = [...listed].find((id) => !names.has(id) && !ledger.tallies.has(id));
	if (unlisted !== undefined)
		return findings.fail('order', `${unlisted} is in the result, and was never listed`, index);
	const equal = order.filter((id, at) => counted(id) > 0 && at > 0 && counted(order[at - 1] as number) === counted(id));
	if (equal.length > 0)
		changes.push(`The site chose who comes first at equal votes: ${equal.join(', ')} come after others with as many`);
	const wrong = order.find((id, at) => at > 0 && counted(order[at - 1] as number) < counted(id));
	if (wrong !== undefined) findings.fail('order', `${wrong} has more votes than the one listed before`, index);
}

export function checkEnding(log: LogState, findings: Findings): Checker {
	let [closedAt, resultAt]: [number | null, number | null] = [null, null];
	/** As it was at the first vote: it never changes after. */
	let endsAt: number | null = null;

	function expectNotEnded(): void {
		if (resultAt !== null) findings.fail('end', `the result is leaf ${resultAt}, and this leaf follows it`, log.index);
	}

	return {
		vote() {
			expectNotEnded();
			endsAt ??= log.rules?.ends_at ?? null;
			if (closedAt !== null) findings.fail('close', `the vote follows the close, which is leaf ${closedAt}`, log.index);
		},
		leaf(leaf) {
			expectNotEnded();
			if (leaf.type === 'close') {
				if (closedAt !== null) findings.fail('close', `the log is closed at leaf ${closedAt} already`, log.index);
				if (leaf.votes !== log.votes)
					findings.fail('close', `it says ${leaf.votes} votes, and ${log.votes} came before it`, log.index);
				const early = (endsAt ?? log.rules?.ends_at ?? 0) - leaf.at;
				if (early > 0) findings.fail('close', `voting was closed ${early} s before its end`, log.index);
				closedAt ??= log.index;
			}
			if (leaf.type === 'result') {
				if (closedAt === null) findings.fail('close', 'the result comes before a close', log.index);
				resultAt ??= log.index;
			}
		},
		end() {
			if (closedAt === null) findings.skip('close', 'the log is not closed yet');
			if (resultAt === null) findings.skip('end', 'the log has no result yet');
		},
	};
}
