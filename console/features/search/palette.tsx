/** Finds anything, and runs commands, by keyboard alone: a combobox with its list. */
import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Dialog } from '#ui/primitives/dialog.tsx';
import { OptionList } from './option-list.tsx';
import type { Option } from './option.ts';
import { PaletteField } from './palette-field.tsx';
import { PaletteState } from './palette-state.tsx';
import { PauseDialog } from './pause-dialog.tsx';
import { type PauseAsked, useResults } from './use-results.ts';
import './palette.css';

interface Props {
	open: boolean;
	onClose: () => void;
	/** Typed before it was open. */
	typed: string;
}

export default function Palette({ open, onClose, typed }: Props) {
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

interface FinderProps extends Pick<Props, 'onClose' | 'typed'> {
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
