/** Finds anything, and runs commands, by keyboard alone: a combobox with its list. */
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Endpoint } from '#contract/endpoint.ts';
import { Icon } from '#ui/icons.tsx';
import { Dialog } from '#ui/primitives/dialog.tsx';
import { type Option, type PauseAsked, useResults } from './results.ts';
import { DialogBox, pauseStep, resumeStep, WhyDialog } from '../../lib/dialogs/dialogs.tsx';
import { ConsoleIcon } from '../../lib/elements/elements.tsx';
import { counted } from '../../lib/format/values.ts';
import { commandKey, isComposing } from '../../lib/keys.ts';
import { useSignedIn } from '../../lib/session/operator.tsx';
import './palette.css';

interface PaletteProps {
	open: boolean;
	onClose: () => void;
	/** Typed before it was open. */
	typed: string;
}

type Results = ReturnType<typeof useResults>;

const LIST_ID = 'palette-options';
const optionId = (index: number) => `palette-option-${index}`;

export default function Palette({ open, onClose, typed }: PaletteProps) {
	const [asked, setAsked] = useState<PauseAsked | null>(null);
	return (
		<>
			<Dialog
				open={open}
				onClose={onClose}
				label="Search everything"
				shape="center"
				instant
				className="palette clipped"
			>
				<Finder
					typed={typed}
					onClose={onClose}
					onPause={(pause) => {
						onClose();
						setAsked(pause);
					}}
				/>
			</Dialog>
			{asked && <PauseDialog key={asked.ranking.id} asked={asked} onClose={() => setAsked(null)} />}
		</>
	);
}

interface FinderProps extends Pick<PaletteProps, 'onClose' | 'typed'> {
	onPause: (asked: PauseAsked) => void;
}

/** The field of the search, and the options in their groups. Arrows move through the options while the focus stays in the field. */
function Finder({ onClose, onPause, typed }: FinderProps) {
	const navigate = useNavigate();
	const [text, setText] = useState(typed);
	const [active, setActive] = useState(0);
	const entered = useRef(false);
	const results = useResults(text, onPause);
	const options = results.groups.flatMap((group) => group.options);
	const current = Math.min(active, options.length - 1);
	function choose({ to, act }: Option) {
		if (act) return act();
		onClose();
		if (to !== undefined) void navigate(to);
	}
	function chooseCurrent() {
		const option = options[current];
		if (option) choose(option);
	}
	const chooseNow = useEffectEvent(chooseCurrent);
	const { waiting } = results;
	// Until the answer is there, the first option is that of an earlier text: Enter means the first one of this text.
	useEffect(() => {
		if (waiting || !entered.current) return;
		entered.current = false;
		chooseNow();
	}, [waiting]);
	useEffect(() => {
		// The newest browsers return a promise here, which React would take for a clean-up function.
		document.getElementById(optionId(current))?.scrollIntoView({ block: 'nearest' });
	}, [current]);
	function press(event: KeyboardEvent) {
		// Enter and arrows belong to the input method while it composes a word.
		if (isComposing(event.nativeEvent)) return;
		const next = { ArrowDown: current + 1, ArrowUp: current - 1 }[event.key];
		if (next !== undefined && options.length > 0) setActive((next + options.length) % options.length);
		else if (event.key !== 'Enter') return;
		else if (waiting && current <= 0) entered.current = true;
		else chooseCurrent();
		event.preventDefault();
	}
	// No element of HTML is a list of options that are links.
	const list = { id: LIST_ID, role: 'listbox' };
	return (
		<>
			<div className="palette-field row gap-3 no-shrink faint">
				<Icon name="search" />
				<input
					className="bare"
					data-autofocus
					role="combobox"
					aria-label="Search rankings, artists, fans, orders and actions"
					aria-expanded={options.length > 0}
					aria-controls={LIST_ID}
					aria-autocomplete="list"
					aria-activedescendant={options.length > 0 ? optionId(current) : undefined}
					autoComplete="off"
					spellCheck={false}
					enterKeyHint="go"
					maxLength={100}
					placeholder="Search or run a command"
					value={text}
					onChange={({ target }) => {
						setText(target.value);
						setActive(0);
						entered.current = false;
					}}
					onKeyDown={press}
				/>
			</div>
			<div {...list} className="palette-list grow" aria-label="Results">
				{results.groups.map((group) => (
					<fieldset key={group.name}>
						<legend className="sections-heading faint semibold text-xs">{group.name}</legend>
						{group.options.map((option) => {
							const index = options.indexOf(option);
							return (
								<Choice
									key={option.key}
									option={option}
									id={optionId(index)}
									selected={index === current}
									onPoint={() => setActive(index)}
									onChoose={() => choose(option)}
								/>
							);
						})}
					</fieldset>
				))}
			</div>
			<PaletteState text={text} count={options.length} {...results} />
		</>
	);
}

interface ChoiceProps {
	option: Option;
	id: string;
	selected: boolean;
	onPoint: () => void;
	onChoose: () => void;
}

function Choice({ option: { icon, name, detail, tag, to }, id, selected, onPoint, onChoose }: ChoiceProps) {
	const looks = {
		id,
		role: 'option',
		'aria-selected': selected,
		tabIndex: -1,
		className: 'palette-option flex target gap-3 full-width rounded muted',
	};
	const content: ReactNode = (
		<>
			<ConsoleIcon name={icon} />
			<span className="stack grow min-0">
				<b className="ellipsis semibold">{name}</b>
				{detail ? <small className="ellipsis text-xs">{detail}</small> : null}
			</span>
			{tag ? <span className="no-shrink text-xs">{tag}</span> : null}
		</>
	);
	if (to === undefined) {
		return (
			<button type="button" {...looks} onMouseMove={onPoint} onClick={onChoose}>
				{content}
			</button>
		);
	}
	function follow(event: MouseEvent) {
		if (event.ctrlKey || event.metaKey || event.shiftKey) return;
		event.preventDefault();
		onChoose();
	}
	return (
		<Link to={to} {...looks} onMouseMove={onPoint} onClick={follow}>
			{content}
		</Link>
	);
}

/** The line below the results: how many there are, that nothing was found, or that the search failed. */
function PaletteState({ text, count, waiting, failed, retry }: Results & { text: string; count: number }) {
	const { operator, entered } = useSignedIn();
	if (failed) {
		return (
			<p className="palette-state flex wraps between no-shrink faint text-xs" role="alert">
				The search failed. Commands still work.{' '}
				<button type="button" className="trail-link target muted text-s" onClick={retry}>
					Try again
				</button>
			</p>
		);
	}
	const words = text.trim();
	const nothing = `Nothing found for “${words}”. Names are found by the beginning of a word.`;
	const said = words === '' ? null : count > 0 ? counted(count, 'result') : waiting ? 'Searching …' : nothing;
	const readsPersonalData = entered && operator.role !== 'viewer';
	return (
		<output className="palette-state flex wraps between no-shrink faint text-xs">
			<span>{said}</span>
			{words !== '' && !readsPersonalData && (
				<span>{entered ? 'Your role finds no fans.' : 'Use a passkey to find fans.'}</span>
			)}
			<span className="palette-keys push" aria-hidden="true">
				<kbd>↑</kbd> <kbd>↓</kbd> to choose <kbd>Enter</kbd> to open <kbd>Esc</kbd> to close
			</span>
		</output>
	);
}

/** Pauses or resumes a ranking from the search, with a reason. */
function PauseDialog({ asked: { step, ranking }, onClose }: { asked: PauseAsked; onClose: () => void }) {
	const title = ranking.name ?? ranking.id;
	const { label, icon: _, ...words } = step === 'pause' ? pauseStep(title) : resumeStep(title);
	return <WhyDialog<Endpoint> {...words} action={label} params={{ ranking_key: ranking.id }} onClose={onClose} />;
}

export function KeyHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
	const keys: [string[], string][] = [
		[[commandKey, 'K'], 'Search everything and run commands'],
		[['/'], 'Search the list on this screen'],
		[[commandKey, 'Enter'], 'Save the open form, or do what a dialog asks'],
		[['↑', '↓'], 'Move from row to row of a list'],
		[['Enter'], 'Open the row'],
		[['X'], 'Select the row'],
		[['Shift', '↓'], 'Select more rows'],
		[['Esc'], 'Close a dialog, or clear the selection'],
		[['?'], 'Show these keys'],
	];
	return (
		<DialogBox open={open} title="Keyboard shortcuts" onClose={onClose}>
			<dl className="key-help stack gap-3 mt-5">
				{keys.map(([names, what]) => (
					<div key={what} className="stack">
						<dt className="flex gap-1">
							{names.map((name) => (
								<kbd key={name}>{name}</kbd>
							))}
						</dt>
						<dd>{what}</dd>
					</div>
				))}
			</dl>
		</DialogBox>
	);
}
