/** Says in plain words what a pasted receipt or code proves. */
import { Plural, Trans } from '@lingui/react/macro';
import { formatNumber } from '#client/numbers.ts';
import { Icon } from '#ui/icons.tsx';
import { HindranceText } from '../../../lib/votes/vote-texts.tsx';
import { useTimezone } from '../../../lib/site/get-site.ts';
import { formatDateTime } from '../../../lib/time.ts';
import type { Entry, Answer, Falsehood } from './look-up.ts';

export function AnswerText({ answer, titleOf }: { answer: Answer; titleOf: (rankingKey: string) => string }) {
	const tone = toneOf(answer);
	return (
		<div className="look-up-answer" data-tone={tone}>
			<Icon name={tone === 'good' ? 'check' : 'warning'} />
			<div>
				<Words answer={answer} titleOf={titleOf} />
			</div>
		</div>
	);
}

function toneOf(answer: Answer): 'good' | 'bad' | undefined {
	if (answer.kind === 'holds' || answer.kind === 'found') return 'good';
	if (answer.kind === 'false') return 'bad';
	if (answer.kind !== 'promised' || answer.why === 'early') return undefined;
	return answer.why === 'kept' ? 'good' : 'bad';
}

function Words({ answer, titleOf }: { answer: Answer; titleOf: (rankingKey: string) => string }) {
	if (answer.kind === 'holds' || answer.kind === 'found') {
		return (
			<>
				<b>{answer.kind === 'holds' ? <Trans>This receipt holds.</Trans> : <Trans>This code is in the list.</Trans>}</b>{' '}
				<EntryWords entry={answer.entry} title={titleOf(answer.rankingKey)} />
			</>
		);
	}
	if (answer.kind === 'hindered') return <HindranceText why={answer.why} />;
	if (answer.kind === 'unreadable') {
		return (
			<Trans>This is neither a receipt nor a code. Paste the whole text of the file, or the code of the vote.</Trans>
		);
	}
	if (answer.kind === 'unknown_log') return <Trans>This site has no list named {answer.log}.</Trans>;
	if (answer.kind === 'missing') {
		return (
			<Trans>
				This code is not in the list. This device read <Plural value={answer.size} one="# entry" other="# entries" />,
				the whole list.
			</Trans>
		);
	}
	if (answer.kind === 'lost') return <LostWords restoredTo={answer.restoredTo} />;
	if (answer.kind === 'promised') return <PromiseWords why={answer.why} title={titleOf(answer.rankingKey)} />;
	return <FalseWords why={answer.why} />;
}

function EntryWords({ entry: { index, line, vote }, title }: { entry: Entry; title: string }) {
	const { timeZone, name: zone } = useTimezone();
	const number = formatNumber(index);
	return (
		<>
			{vote ? (
				<Trans>
					Entry #{number} of {title}: <Plural value={vote.tickets} one="# vote" other="# votes" /> for {vote.artist},{' '}
					{formatDateTime(vote.castAt, timeZone)} {zone}. If the vote was voided later, the entry stays.
				</Trans>
			) : (
				<Trans>
					Entry #{number} of {title} is not a vote.
				</Trans>
			)}
			<code>{line}</code>
		</>
	);
}

function LostWords({ restoredTo }: { restoredTo: number }) {
	const { timeZone, name: zone } = useTimezone();
	const moment = `${formatDateTime(restoredTo, timeZone)} ${zone}`;
	return (
		<>
			<b>
				<Trans>This receipt holds, but its vote was lost.</Trans>
			</b>{' '}
			<Trans>
				After a failure, the site was restored to how it was at {moment}. Votes cast after that do not count, and
				everybody has the gems that they had then.
			</Trans>
		</>
	);
}

function PromiseWords({ why, title }: { why: 'kept' | 'early' | 'broken'; title: string }) {
	if (why === 'kept') return <Trans>This receipt holds, and {title} lists its vote.</Trans>;
	if (why === 'early')
		return <Trans>This receipt holds. Its vote is not listed yet, and its minute is not over.</Trans>;
	return (
		<>
			<b>
				<Trans>The site has broken its word.</Trans>
			</b>{' '}
			<Trans>It signed that {title} lists this vote, and it does not. Keep the receipt: it is evidence.</Trans>
		</>
	);
}

function FalseWords({ why }: { why: Falsehood }) {
	return (
		<>
			<b>
				<Trans>This does not hold.</Trans>
			</b>{' '}
			{why === 'signature' && <Trans>The list's key did not sign it.</Trans>}
			{why === 'key' && <Trans>The list shows another key today than the one this device saw before.</Trans>}
			{why === 'receipt' && <Trans>The site's present key did not sign this receipt.</Trans>}
			{why === 'revoked' && (
				<Trans>Its key was withdrawn before this was signed, so it proves nothing. Check the code of the vote.</Trans>
			)}
			{why === 'vote' && <Trans>The receipt is for another vote than the line says.</Trans>}
			{why === 'entry' && (
				<Trans>The list does not show the entry that was signed. Keep the receipt: it is evidence.</Trans>
			)}
		</>
	);
}
