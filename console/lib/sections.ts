/** What is said of the sections, and of the things that the audit trail names. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { useLocation } from 'react-router';
import { getOperators } from '#contract/operator/operators/operators.ts';
import { groups, type Noun, nouns, otherThings, type Section, sections } from '../nouns.ts';
import { pathOf, paths } from '../paths.ts';
import { useMay } from './session/operator.tsx';

/** Returns the sections that the operator may read, in the groups of the navigation. The first has no name. */
export function useSections() {
	const { _ } = useLingui();
	const may = useMay();
	return [undefined, ...(Object.keys(groups) as (keyof typeof groups)[])].map((group) => ({
		name: group ? _(groups[group]) : null,
		sections: sections
			.filter((section) => nouns[section].group === group && section !== 'passkeys')
			.filter((section) => section !== 'operators' || may(getOperators))
			.map((section) => ({ section, to: pathOf(section), name: _(nouns[section].name) })),
	}));
}

/** Returns the purpose of the screen that is open; null where the address has no screen. */
export function usePurpose(): string | null {
	const { _ } = useLingui();
	const [, path = '', id] = useLocation().pathname.split('/');
	const section = sections.find((one) => pathOf(one) === `/${path}`);
	if (!section) return null;
	const { purpose, onePurpose = purpose } = nouns[section];
	return _(id === undefined ? purpose : onePurpose);
}

const things = new Map<string, readonly [text: (id: string) => MessageDescriptor, section?: Section]>(
	Object.entries(otherThings),
);
for (const section of sections) {
	const [noun, text] = nouns[section].thing ?? [];
	if (noun && text) things.set(noun, [text, section]);
}

/** Returns what a target of the audit trail is called, and where it is shown. */
export function useThing(): (target: string, name: string | null) => { text: string; to: string | undefined } {
	const { _ } = useLingui();
	return (target, name) => {
		const [noun = '', id = ''] = target.split(/:(.*)/s);
		const [text, section] = things.get(noun) ?? [];
		const hasPage = section && !nouns[section].single && id !== '';
		return {
			text: name ?? (text ? _(text(id)) : target.replace(':', ' ')),
			to: section && (hasPage ? paths.one(section, id) : pathOf(section)),
		};
	};
}

/** Kinds of things with the names of their sections, as the audit trail is filtered. */
export function useThingKinds(): [kind: string, name: string][] {
	const { _ } = useLingui();
	const kinds = Object.values<Noun>(nouns).flatMap(({ name, thing }): [string, string][] =>
		thing ? [[thing[0], _(name)]] : [],
	);
	return [...kinds, ['translation', _(msg`Translations`)]];
}
