/** A field for a receipt or a code, and the answer. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { formatNumber } from '#client/numbers.ts';
import type { VoteLog } from '#contract/voting.ts';
import { Button } from '#ui/primitives/button.tsx';
import { SelectField, TextAreaField } from '#ui/primitives/form-field.tsx';
import type { Restore } from '../../../lib/votes/get-vote-logs.ts';
import { AnswerText } from './answer-text.tsx';
import { type Answer, lookUp } from './look-up.ts';
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
		<form className="look-up panel" onSubmit={submit} noValidate>
			<TextAreaField
				label={<Trans>Receipt or code of a vote</Trans>}
				hint={<Trans>My Votes has both under Details. Your device checks them. Nothing that you paste is sent.</Trans>}
				value={text}
				maxLength={20_000}
				spellCheck={false}
				onChange={(event) => setText(event.target.value)}
			/>
			<SelectField
				label={<Trans>Ranking, for a code</Trans>}
				value={rankingKey}
				onChange={(event) => setChosen(event.target.value)}
			>
				{logs.map((log) => (
					<option key={log.ranking_key} value={log.ranking_key}>
						{log.title}
					</option>
				))}
			</SelectField>
			<div className="look-up-ways">
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
