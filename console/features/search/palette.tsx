/** Finds anything, and runs commands, by keyboard alone: a combobox with its list. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import {
	type KeyboardEvent,
	type MouseEvent,
	type ReactNode,
	useEffect,
	useEffectEvent,
	useRef,
	useState,
} from 'react';
import { Link, useNavigate } from 'react-router';
import { Icon } from '#ui/icons.tsx';
import { Dialog } from '#ui/primitives/dialog.tsx';
import { isComposing } from '../../lib/keys.ts';
import { usePauseStep, useResumeStep } from '../../lib/dialogs/pause-steps.tsx';
import { WhyDialog } from '../../lib/dialogs/why-dialog.tsx';
import { ConsoleIcon } from '../../lib/elements/console-icon.tsx';
import { useSignedIn } from '../../lib/session/operator.tsx';
import { type Option, type OptionGroup, type PauseAsked, useResults } from './results.ts';
import './palette.css';

interface PaletteProps {
	open: boolean;
	onClose: () => void;
	/** Typed before it was open. */
	typed: string;
}

export default function Palette({ open, onClose, typed }: PaletteProps) {
	const { t } = useLingui();
	const [asked, setAsked] = useState<PauseAsked | null>(null);
	return (
		<>
			<Dialog open={open} onClose={onClose} label={t`Search everything`} shape="center" instant className="palette">
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
	const chooseCurrent = useEffectEvent(() => {
		const option = options[current];
		if (option) choose(option);
	});
	const { waiting } = results;
	// Until the answer is there, the first option is that of an earlier text: Enter means the first one of this text.
	useEffect(() => {
		if (waiting || !entered.current) return;
		entered.current = false;
		chooseCurrent();
	}, [waiting]);
	return (
		<>
			<PaletteField
				text={text}
				count={options.length}
				active={current}
				onText={(value) => {
					setText(value);
					setActive(0);
					entered.current = false;
				}}
				onActive={setActive}
				onChoose={() => {
					const option = options[current];
					if (waiting && current <= 0) entered.current = true;
					else if (option) choose(option);
				}}
			/>
			<OptionList groups={results.groups} active={current} onActive={setActive} onChoose={choose} />
			<PaletteState text={text} count={options.length} {...results} />
		</>
	);
}

interface Props {
	text: string;
	/** Number of options, and the index of the current one. */
	count: number;
	active: number;
	onText: (text: string) => void;
	onActive: (index: number) => void;
	onChoose: () => void;
}

/** The field of the search. Arrows move through the options while the focus stays here. */
function PaletteField({ text, count, active, onText, onActive, onChoose }: Props) {
	const { t } = useLingui();
	const label = t`Search rankings, artists, fans, orders and actions`;
	function press(event: KeyboardEvent) {
		// Enter and arrows belong to the input method while it composes a word.
		if (isComposing(event.nativeEvent)) return;
		const next = { ArrowDown: active + 1, ArrowUp: active - 1 }[event.key];
		if (next !== undefined && count > 0) onActive((next + count) % count);
		else if (event.key === 'Enter') onChoose();
		else return;
		event.preventDefault();
	}
	return (
		<div className="palette-field">
			<Icon name="search" />
			<input
				data-autofocus
				role="combobox"
				aria-label={label}
				aria-expanded={count > 0}
				aria-controls={LIST_ID}
				aria-autocomplete="list"
				aria-activedescendant={count > 0 ? optionId(active) : undefined}
				autoComplete="off"
				spellCheck={false}
				enterKeyHint="go"
				maxLength={100}
				placeholder={t`Search or run a command`}
				value={text}
				onChange={(event) => onText(event.target.value)}
				onKeyDown={press}
			/>
		</div>
	);
}

const LIST_ID = 'palette-options';
const optionId = (index: number) => `palette-option-${index}`;

interface OptionListProps {
	groups: OptionGroup[];
	active: number;
	onActive: (index: number) => void;
	onChoose: (option: Option) => void;
}

/** The options in their groups. Options that lead to a page are links, which open in a new tab as other links do. */
function OptionList({ groups, active, onActive, onChoose }: OptionListProps) {
	const { t } = useLingui();
	useEffect(() => {
		// The newest browsers return a promise here, which React would take for a clean-up function.
		document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' });
	}, [active]);
	// No element of HTML is a list of options that are links.
	const list = { id: LIST_ID, role: 'listbox' };
	const order = groups.flatMap((group) => group.options);
	return (
		<div {...list} className="palette-list" aria-label={t`Results`}>
			{groups.map(({ name, options }) => (
				<fieldset key={name}>
					<legend className="sections-heading">{name}</legend>
					{options.map((option) => {
						const index = order.indexOf(option);
						return (
							<Choice
								key={option.key}
								option={option}
								id={optionId(index)}
								selected={index === active}
								onPoint={() => onActive(index)}
								onChoose={() => onChoose(option)}
							/>
						);
					})}
				</fieldset>
			))}
		</div>
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
	const looks = { id, role: 'option', 'aria-selected': selected, tabIndex: -1, className: 'palette-option' };
	const content: ReactNode = (
		<>
			<ConsoleIcon name={icon} />
			<span className="palette-name">
				<b>{name}</b>
				{detail ? <small>{detail}</small> : null}
			</span>
			{tag ? <em>{tag}</em> : null}
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

interface PaletteStateProps {
	text: string;
	count: number;
	waiting: boolean;
	failed: boolean;
	retry: () => void;
}

/** The line below the results: how many there are, that nothing was found, or that the search failed. */
function PaletteState({ text, count, waiting, failed, retry }: PaletteStateProps) {
	const { operator, entered } = useSignedIn();
	if (failed) {
		return (
			<p className="palette-state" role="alert">
				<Trans>The search failed. Commands still work.</Trans>{' '}
				<button type="button" className="trail-link" onClick={retry}>
					<Trans>Try again</Trans>
				</button>
			</p>
		);
	}
	const readsPersonalData = entered && operator.role !== 'viewer';
	return (
		<output className="palette-state">
			<span>
				<State text={text.trim()} count={count} waiting={waiting} />
			</span>
			{text.trim() !== '' && !readsPersonalData && (
				<span>{entered ? <Trans>Your role finds no fans.</Trans> : <Trans>Use a passkey to find fans.</Trans>}</span>
			)}
			<span className="palette-keys" aria-hidden="true">
				<kbd>↑</kbd> <kbd>↓</kbd> <Trans>to choose</Trans> <kbd>Enter</kbd> <Trans>to open</Trans> <kbd>Esc</kbd>{' '}
				<Trans>to close</Trans>
			</span>
		</output>
	);
}

function State({ text, count, waiting }: Pick<PaletteStateProps, 'text' | 'count' | 'waiting'>) {
	if (text === '') return null;
	if (count > 0) return <Plural value={count} one="# result" other="# results" />;
	if (waiting) return <Trans>Searching …</Trans>;
	return <Trans>Nothing found for “{text}”. Names are found by the beginning of a word.</Trans>;
}

/** Pauses or resumes a ranking from the search, with a reason. */
function PauseDialog({ asked: { step, ranking }, onClose }: { asked: PauseAsked; onClose: () => void }) {
	const title = ranking.name ?? ranking.id;
	const steps = { pause: usePauseStep(title), resume: useResumeStep(title) };
	const { label, icon: _, ...words } = steps[step];
	return <WhyDialog {...words} action={label} params={{ ranking_key: ranking.id }} onClose={onClose} />;
}
