/** The options in their groups. Options that lead to a page are links, which open in a new tab as other links do. */
import { type MouseEvent, type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { useLingui } from '@lingui/react/macro';
import { ConsoleIcon } from '../../lib/elements/console-icon.tsx';
import type { Option, OptionGroup } from './option.ts';

export const LIST_ID = 'palette-options';
export const optionId = (index: number) => `palette-option-${index}`;

interface Props {
	groups: OptionGroup[];
	active: number;
	onActive: (index: number) => void;
	onChoose: (option: Option) => void;
}

export function OptionList({ groups, active, onActive, onChoose }: Props) {
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
					<legend className="palette-group">{name}</legend>
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
