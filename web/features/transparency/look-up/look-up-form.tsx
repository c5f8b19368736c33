import { Trans, useLingui, Plural } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { formatNumber } from '#client/numbers.ts';
import type { VoteLog } from '#contract/voting.ts';
import { Button } from '#ui/primitives/button.tsx';
import { SelectField, TextAreaField } from '#ui/primitives/form-field.tsx';
import type { Restore } from '#public-log/browser/logs.ts';
import type { Entry, Falsehood, Answer as Proven, Question } from '#public-log/browser/look-up.ts';
import { lookUp as findProven } from '#public-log/browser/look-up.ts';
import { Icon } from '#ui/icons.tsx';
import { NeedsScript } from '../../../lib/elements/elements.tsx';
import { useTimezone } from '../../../lib/site/get-site.ts';
import { formatDateTime } from '../../../lib/time.ts';
import { HindranceText, RestoredText } from '../../../lib/votes/vote-texts.tsx';
import { isProblem } from '#client/call.ts';
import { serverSeconds } from '#client/server-clock.ts';
import { readLogFile } from '../../../lib/votes/anchor-pin.ts';
import { canCheckSignatures, type Hindrance, rememberedLogKey } from '../../../lib/votes/check-vote.ts';
import '../transparency.css';

interface LookUpFormProps {
	logs: readonly VoteLog[];
	restores: readonly Restore[];
}

export function LookUpForm({ logs, restores }: LookUpFormProps) {
	const { t } = useLingui();
	const [text, setText] = useState('');
	const [chosen, setChosen] = useState<string | null>(null);
	const { answer, progress, ask, stop } = useLookUp({ logs, restores });
	const rankingKey = chosen ?? logs[0]?.ranking_key ?? '';
	const titleOf = (key: string) => logs.find(({ ranking_key }) => ranking_key === key)?.title ?? key;

	function submit(event: FormEvent) {
		event.preventDefault();
		if (text.trim() !== '') void ask(text, rankingKey);
	}

	return (
		<form className="look-up panel stack gap-4" onSubmit={submit} noValidate>
			<NeedsScript />
			<TextAreaField
				label={<Trans>Receipt or code of a vote</Trans>}
				hint={<Trans>My Votes has both under Proof. Your device checks them. Nothing that you paste is sent.</Trans>}
				value={text}
				maxLength={20_000}
				spellCheck={false}
				onChange={(event) => setText(event.target.value)}
			/>
			<SelectField
				label={<Trans>Ranking of the vote</Trans>}
				value={rankingKey}
				onChange={(event) => setChosen(event.target.value)}
			>
				{logs.map((log) => (
					<option key={log.ranking_key} value={log.ranking_key}>
						{log.title}
					</option>
				))}
			</SelectField>
			<div className="row gap-3">
				<Button type="submit" busy={progress !== null} disabled={text.trim() === ''}>{t`Check`}</Button>
				{progress !== null && progress.size > 0 && <Button variant="quiet" onClick={stop}>{t`Stop`}</Button>}
			</div>
			<output>
				{progress !== null && progress.size > 0
					? t`${formatNumber(progress.read)} of ${formatNumber(progress.size)} entries read`
					: answer && <AnswerText answer={answer} titleOf={titleOf} />}
			</output>
		</form>
	);
}

function useLookUp({ logs, restores }: LookUpFormProps) {
	const [answer, setAnswer] = useState<Answer | null>(null);
	const [progress, setProgress] = useState<{ read: number; size: number } | null>(null);
	const running = useRef<AbortController>(null);
	useEffect(() => () => running.current?.abort(), []);

	async function ask(text: string, rankingKey: string) {
		const controller = new AbortController();
		running.current?.abort();
		running.current = controller;
		const { signal } = controller;
		setAnswer(null);
		setProgress({ read: 0, size: 0 });
		const onProgress = (read: number, size: number) => signal.aborted || setProgress({ read, size });
		const found = await lookUp({ text, rankingKey, logs, restores, signal, onProgress });
		if (signal.aborted) return;
		setProgress(null);
		setAnswer(found);
	}

	function stop() {
		running.current?.abort();
		setProgress(null);
	}

	return { answer, progress, ask, stop };
}

function AnswerText({ answer, titleOf }: { answer: Answer; titleOf: (rankingKey: string) => string }) {
	const tone = toneOf(answer);
	return (
		<div className="look-up-answer flex align-start gap-2 breaks" data-tone={tone}>
			<Icon name={tone === 'good' ? 'check' : 'warning'} />
			<div className="min-0">
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
	const { t } = useLingui();
	if (answer.kind === 'holds' || answer.kind === 'found')
		return (
			<>
				<b>{answer.kind === 'holds' ? <Trans>This receipt holds.</Trans> : <Trans>This code is in the list.</Trans>}</b>{' '}
				<EntryWords entry={answer.entry} title={titleOf(answer.rankingKey)} />
			</>
		);
	if (answer.kind === 'hindered') return <HindranceText why={answer.why} />;
	if (answer.kind === 'unreadable') return UNREADABLE[answer.why];
	if (answer.kind === 'unknown_log') return <UnknownWords why={answer.why} log={answer.log} />;
	if (answer.kind === 'lost_end')
		return (
			<Trans>
				The list of this receipt ended when the site was restored, and its last entries were lost. Check the code of the
				vote: today's list says what counts.
			</Trans>
		);
	if (answer.kind === 'cut') {
		const [from, to] = [formatNumber(answer.from), formatNumber(answer.to)];
		return (
			<Trans>
				The site signed the entries {from} to {to} of this list, and does not show them all. Try again later. If they
				stay away, keep the receipt: it is evidence.
			</Trans>
		);
	}
	if (answer.kind === 'missing')
		return (
			<Trans>
				This code is not in the list. This device read <Plural value={answer.size} one="# entry" other="# entries" />,
				the whole list.
			</Trans>
		);
	if (answer.kind === 'lost')
		return (
			<>
				<b>{t`This receipt holds, but its vote was lost.`}</b> <RestoredText restoredTo={answer.restoredTo} />
			</>
		);
	if (answer.kind === 'promised') return <PromiseWords why={answer.why} title={titleOf(answer.rankingKey)} />;
	return (
		<>
			<b>{t`This does not hold.`}</b> {FALSEHOODS[answer.why]}
		</>
	);
}

const UNREADABLE = {
	cut: <Trans>A part of this receipt is missing. Open the file, and paste all of it.</Trans>,
	file: (
		<Trans>
			This is the signature of a list, a key or a list of witnesses. It says nothing of a single vote. The program under
			“Count it yourself” reads it.
		</Trans>
	),
	other: (
		<Trans>This is neither a receipt nor a code. Paste the whole text of the file, or the code of the vote.</Trans>
	),
};

function UnknownWords({ why, log }: { why: 'site' | 'anchor' | 'gone' | 'name'; log: string }) {
	if (why === 'site') return <Trans>This receipt is from another site: {log}. Check it there.</Trans>;
	if (why === 'anchor')
		return <Trans>This is a proof of the main list, which holds no votes. Paste the receipt of a vote.</Trans>;
	if (why === 'gone')
		return (
			<Trans>The list {log} has ended and is not shown any more. Check the code of the vote in today's list.</Trans>
		);
	return <Trans>This site has no list named {log}.</Trans>;
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
			<code className="block faint text-xs mt-2">{line}</code>
		</>
	);
}

function PromiseWords({ why, title }: { why: 'kept' | 'early' | 'broken'; title: string }) {
	const { t } = useLingui();
	if (why === 'kept') return <Trans>This receipt holds, and {title} lists its vote.</Trans>;
	if (why === 'early')
		return <Trans>This receipt holds. Its vote is not listed yet, and its minute is not over.</Trans>;
	return (
		<>
			<b>{t`The site has broken its word.`}</b>{' '}
			<Trans>It signed that {title} lists this vote, and it does not. Keep the receipt: it is evidence.</Trans>
		</>
	);
}

const FALSEHOODS: Record<Falsehood, ReactNode> = {
	signature: <Trans>The list's key did not sign it.</Trans>,
	key: <Trans>The list shows another key today than the one this device saw before.</Trans>,
	receipt: <Trans>The site's present key did not sign this receipt.</Trans>,
	revoked: (
		<Trans>Its key was withdrawn before this was signed, so it proves nothing. Check the code of the vote.</Trans>
	),
	vote: <Trans>The receipt is for another vote than the line says.</Trans>,
	entry: <Trans>The list does not show the entry that was signed. Keep the receipt: it is evidence.</Trans>,
};

type Answer = Proven | { kind: 'hindered'; why: Hindrance };

async function lookUp(
	question: Omit<Question, 'read' | 'rememberedKey' | 'now'> & { signal: AbortSignal },
): Promise<Answer> {
	if (!(await canCheckSignatures())) return { kind: 'hindered', why: 'browser' };
	const { signal, ...asked } = question;
	try {
		const device = { rememberedKey: rememberedLogKey, now: serverSeconds };
		return await findProven({ ...asked, ...device, read: (path) => readLogFile(path, signal) });
	} catch (error) {
		return { kind: 'hindered', why: isProblem(error, 'network') ? 'offline' : 'server' };
	}
}
