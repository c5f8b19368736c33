/** Chooses one of many options by typing a part of its name. The browser's own list suggests what matches. */
import { type ReactNode, useId, useState } from 'react';
import { countryCodes } from '#contract/values/countries.ts';
import { currencyCodes } from '#contract/values/money.ts';
import { fold } from '#contract/values/text.ts';
import { TextInput } from '../elements/elements.tsx';

interface Props {
	label: ReactNode;
	hint?: ReactNode;
	error?: string | null;
	disabled?: boolean;
	options: readonly Option[];
	/** Value of the chosen option, or empty. An unknown value is shown as it is. */
	value: string;
	/** True if nothing may be chosen. */
	optional?: boolean;
	onChange: (value: string) => void;
}

interface Typing {
	text: string;
	/** The value when the typing began. It stays unless the text names an option. */
	from: string;
}

export function Combobox({ options, value, optional = false, onChange, ...field }: Props) {
	const list = useId();
	const [typing, setTyping] = useState<Typing | null>(null);
	/** What was left in the field and is no option. */
	const [missed, setMissed] = useState<string | null>(null);
	const chosen = options.find((option) => option.value === value)?.name ?? value;
	function type(text: string) {
		const from = typing?.from ?? value;
		setTyping({ text, from });
		setMissed(null);
		onChange(text === '' && optional ? '' : (named(options, text)?.value ?? from));
	}
	/** A code counts once the field is left: on the way to a name, it may be that of something else. */
	function leave() {
		if (typing && !named(options, typing.text)) {
			const option = coded(options, typing.text);
			if (option) onChange(option.value);
			else if (typing.text !== '') setMissed(typing.text);
		}
		setTyping(null);
	}
	const near = options.filter(({ name }) => missed !== null && name.toLowerCase().includes(missed.toLowerCase()));
	const names = near.slice(0, 3).map(({ name }) => name);
	return (
		<>
			<TextInput
				{...field}
				error={
					missed === null
						? field.error
						: names.length === 0
							? `Nothing is called “${missed}”.`
							: `Nothing is called “${missed}”. Which one: ${names.join(', ')}?`
				}
				list={list}
				autoComplete="off"
				spellCheck={false}
				placeholder="Type to search"
				value={typing?.text ?? chosen}
				onChange={type}
				onBlur={leave}
			/>
			<datalist id={list}>
				{options.map((option) => (
					<option key={option.value} value={option.name}>
						{option.detail}
					</option>
				))}
			</datalist>
		</>
	);
}

/** Options of pickers, found by what an operator types. */
export interface Option {
	value: string;
	name: string;
	/** Shown beside the name: a code, a key. */
	detail?: string;
}

/** Returns the option with this name, in any case. A part of a name is none. */
export function named(options: readonly Option[], text: string): Option | undefined {
	const wanted = fold(text);
	return options.find(({ name }) => fold(name) === wanted);
}

/** Returns the option with this code or key. */
export function coded(options: readonly Option[], text: string): Option | undefined {
	const wanted = fold(text);
	return options.find(({ detail }) => fold(detail ?? '') === wanted);
}

function namesOf(kind: 'region' | 'currency' | 'language', codes: readonly string[]): Option[] {
	const names = new Intl.DisplayNames('en', { type: kind });
	return codes
		.map((code) => ({ value: code, name: names.of(code) ?? code, detail: code }))
		.toSorted((one, other) => one.name.localeCompare(other.name));
}

/** Countries, currencies, languages and time zones, by their names in the console's language. */
export const countryOptions = (): Option[] => namesOf('region', countryCodes);
export const currencyOptions = (): Option[] => namesOf('currency', currencyCodes);

/** Languages in which artists write their names. */
const languageTags = 'ar de en es fil fr hi id it ja km ko lo ms my pt ru th tr vi zh zh-Hans zh-Hant'.split(' ');
export const languageOptions = (): Option[] => namesOf('language', languageTags);

/** Browsers leave out UTC, and list some zones by their former names alone. The server refuses what it does not know. */
export const zoneOptions = (): Option[] =>
	[...new Set([...Intl.supportedValuesOf('timeZone'), ...RENAMED.split(' '), 'UTC'])].map((zone) => ({
		value: zone,
		name: zone.replaceAll('_', ' '),
		detail: zone,
	}));

const RENAMED = 'Asia/Ho_Chi_Minh Asia/Kathmandu Asia/Kolkata Asia/Yangon Europe/Kyiv America/Argentina/Buenos_Aires';

/** How amounts of the currency are marked: $, ₩, ¥. */
export const symbolOf = (currency: string): string =>
	new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
		.formatToParts(0)
		.find(({ type }) => type === 'currency')?.value ?? currency;

/** What clocks of the zone are called: UTC, GMT+9. Few zones have letters of their own that browsers know. */
export const zoneNameOf = (timeZone: string): string =>
	new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'short' })
		.formatToParts(0)
		.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
