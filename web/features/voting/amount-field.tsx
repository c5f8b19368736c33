import { Plural, useLingui, Trans } from '@lingui/react/macro';
import { type CSSProperties, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { formatNumber, groupMark } from '#client/numbers.ts';
import { asciiDigits } from '#contract/values/digits.ts';
import { FieldError } from '#ui/primitives/form-field.tsx';
import { amountForDisplay, amountFromInput, type AmountProblem } from './vote-amount.ts';
import { Button } from '#ui/primitives/button.tsx';
import { nextRank, type VoteTarget } from './vote-target.ts';
import './vote-dialog.css';

export interface AmountFieldProps {
	text: string;
	onChange: (text: string) => void;
	problem: AmountProblem | null;
	votes: number | null;
	ratio: number;
}

export function AmountField({ text, onChange, problem, votes, ratio }: AmountFieldProps) {
	const { t } = useLingui();
	const id = useId();
	const { input, takeCaret } = useCaret(text);
	const step = useUndo(text, onChange);
	/** What an input method is still composing. To write into the field then would repeat it. */
	const [composed, setComposed] = useState<string | null>(null);
	const pasted = useRef<string | null>(null);
	const shown = composed ?? amountForDisplay(text);
	const words: Record<AmountProblem, string> = {
		invalid_votes: t`Please input a positive integer number`,
		no_votes: t`Please input the number of votes`,
		not_enough_gems: t`There is not enough gem. Click get more button!`,
	};
	function amountRead(field: HTMLInputElement, event: Event) {
		const { inputType = '', data = null } = event as Partial<InputEvent>;
		const inserted = inputType.startsWith('delete') ? '' : (data ?? pasted.current);
		pasted.current = null;
		const isDigits = inserted !== null && /^[0-9]*$/.test(asciiDigits(inserted));
		return amountFromInput(field.value, isDigits ? shown : '');
	}
	return (
		<div className="amount mt-6">
			<div className="amount-label row between text-m semibold">
				<label htmlFor={id}>{t`Votes`}</label>
				<span className="muted" id={`${id}-price`}>
					<Plural value={ratio} one="1 vote = # gem" other="1 vote = # gems" />
				</span>
			</div>
			<div className="amount-box row gap-3 mt-2 rounded" data-invalid={problem !== null}>
				<input
					className="bare"
					style={{ '--characters': text.length || 1 } as CSSProperties}
					ref={input}
					data-autofocus={matchMedia('(pointer: fine)').matches || undefined}
					id={id}
					type="text"
					inputMode="numeric"
					autoComplete="off"
					placeholder="0"
					value={shown}
					aria-invalid={problem !== null}
					aria-describedby={problem ? `${id}-error ${id}-price` : `${id}-price`}
					onKeyDown={(event) => {
						const { key, ctrlKey, metaKey, shiftKey } = event;
						if (!(ctrlKey || metaKey) || !/^[zy]$/i.test(key)) return;
						event.preventDefault();
						step(shiftKey || /y/i.test(key) ? 1 : -1);
					}}
					onPaste={({ clipboardData }) => (pasted.current = clipboardData.getData('text/plain'))}
					onChange={({ target, nativeEvent }) => {
						const { isComposing = false, inputType = '' } = nativeEvent as Partial<InputEvent>;
						// From a menu or a shaken phone.
						if (inputType.startsWith('history')) return step(inputType === 'historyRedo' ? 1 : -1);
						const read = amountRead(target, nativeEvent);
						setComposed(isComposing ? target.value : null);
						takeCaret(target, read);
						onChange(read);
					}}
					onCompositionEnd={() => setComposed(null)}
					onBlur={() => setComposed(null)}
				/>
				<Cost text={text} votes={votes} problem={problem} ratio={ratio} />
			</div>
			{problem && <FieldError id={`${id}-error`}>{words[problem]}</FieldError>}
		</div>
	);
}

function Cost({ text, votes, problem, ratio }: Pick<AmountFieldProps, 'text' | 'votes' | 'problem' | 'ratio'>) {
	const { t } = useLingui();
	const asked = votes ?? (problem === 'not_enough_gems' ? Number(text) : 0);
	// Beyond what a number holds exactly, digits would be invented.
	if (!Number.isSafeInteger(asked * ratio)) return null;
	const gems = formatNumber(asked * ratio);
	return <span className="amount-cost muted text-m breaks">{t`${gems} gems`}</span>;
}

/** Commas appear and disappear while the fan types. Keep the caret behind the same digit. */
function useCaret(text: string) {
	const input = useRef<HTMLInputElement>(null);
	const [typed, setTyped] = useState({ text, digitsBefore: -1 });
	useLayoutEffect(() => {
		const element = input.current;
		// Only after typing: a quick pick has no caret.
		if (!element || typed.digitsBefore < 0 || typed.text !== text) return;
		const mark = groupMark();
		let caret = 0;
		for (let left = typed.digitsBefore; left > 0 && caret < element.value.length; caret++) {
			if (element.value[caret] !== mark) left--;
		}
		element.setSelectionRange(caret, caret);
	}, [text, typed]);
	function takeCaret(element: HTMLInputElement, read: string) {
		const before = element.value.slice(0, element.selectionStart ?? element.value.length);
		const isAsTyped = element.value === amountForDisplay(read);
		setTyped({ text: read, digitsBefore: isAsTyped ? -1 : before.replaceAll(groupMark(), '').length });
	}
	return { input, takeCaret };
}

/** The browser's own undo knows neither group marks nor quick picks, and would write another number. */
function useUndo(text: string, onChange: (text: string) => void): (by: 1 | -1) => void {
	const past = useRef({ texts: [text], at: 0 });
	useEffect(() => {
		const { texts, at } = past.current;
		if (texts[at] !== text) past.current = { texts: [...texts.slice(0, at + 1), text], at: at + 1 };
	}, [text]);
	return (by) => {
		const to = past.current.texts[past.current.at + by];
		if (to === undefined) return;
		past.current.at += by;
		onChange(to);
	};
}

interface NextRankPickProps {
	target: VoteTarget;
	most: number | null;
	onPick: (text: string) => void;
}

export function NextRankPick({ target, most, onPick }: NextRankPickProps) {
	const next = nextRank(target, most ?? Number.POSITIVE_INFINITY);
	if (!next) return null;
	const votes = formatNumber(next.votes);
	return (
		<Button className="vote-pick-next" variant="quiet" onClick={() => onPick(String(next.votes))}>
			{next.left === 0 ? (
				<Trans>
					{votes} → #{next.rank}
				</Trans>
			) : (
				<Trans>
					{votes} → {formatNumber(next.left)} to #{next.rank}
				</Trans>
			)}
		</Button>
	);
}
