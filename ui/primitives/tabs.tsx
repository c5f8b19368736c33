/** A tab list with arrow keys. `underline` for the tabs of a page, `segmented` for a choice inside it. */
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import './tabs.css';

export interface TabsProps<Value extends string> {
	label: string;
	items: readonly { value: Value; label: ReactNode }[];
	value: Value;
	onChange: (value: Value) => void;
	look?: 'underline' | 'segmented';
	/** The id of the element whose content they change: give it `role="tabpanel"`. */
	panelId?: string;
}

export function Tabs<Value extends string>({
	label,
	items,
	value,
	onChange,
	look = 'underline',
	panelId,
}: TabsProps<Value>) {
	const list = useRef<HTMLDivElement>(null);
	const tabs = () => [...(list.current?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])];
	function moveTo(index: number) {
		const item = items.at(index % items.length);
		if (!item) return;
		onChange(item.value);
		tabs()[items.indexOf(item)]?.focus();
	}
	function onKeyDown(event: KeyboardEvent<HTMLElement>) {
		// From the tab that has the focus: a second key may come before the first one has changed the value.
		const current = tabs().indexOf(event.currentTarget);
		const target = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: -1 }[event.key];
		if (target === undefined) return;
		event.preventDefault();
		moveTo(target);
	}
	return (
		<div ref={list} className={`tabs tabs-${look}`} role="tablist" aria-label={label}>
			{items.map((item) => (
				<button
					key={item.value}
					type="button"
					role="tab"
					className="tab"
					aria-selected={item.value === value}
					aria-controls={panelId}
					tabIndex={item.value === value ? 0 : -1}
					onClick={() => onChange(item.value)}
					onKeyDown={onKeyDown}
				>
					{item.label}
				</button>
			))}
		</div>
	);
}
