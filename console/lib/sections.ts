/** What is said of the sections, and of the things that the audit trail names. */
import { useLocation } from 'react-router';
import { getOperators } from '#contract/operator/operators/operators.ts';
import { groups, nouns, otherThings, pathOf, paths, purposes, type Section, sections, sectionsOf } from '../nouns.ts';
import { useMay } from './session/operator.tsx';

/** Returns the sections that the operator may read, in the groups of the navigation. The first has no name. */
export function useSections() {
	const may = useMay();
	return (Object.keys(groups) as (keyof typeof groups)[]).map((group) => ({
		name: groups[group],
		sections: sectionsOf(group)
			.filter((section) => section !== 'operators' || may(getOperators))
			.map((section) => ({ section, to: pathOf(section), name: nouns[section].name })),
	}));
}

/** Returns the section of the open screen, what it is called, and its purpose. */
export function useSection() {
	const [, path = '', id] = useLocation().pathname.split('/');
	const section = sections.find((one) => pathOf(one) === `/${path}`) ?? 'dashboard';
	const [ofList, ofOne = ofList] = [purposes[section]].flat();
	return { section, name: nouns[section].name, purpose: id === undefined ? ofList : ofOne };
}

const things = new Map<string, readonly [text: string, section?: Section]>(Object.entries(otherThings));
for (const section of sections) {
	const [noun, text] = nouns[section].thing ?? [];
	if (noun && text) things.set(noun, [text, section]);
}

/** Returns what a target of the audit trail is called, and where it is shown. */
export function thingOf(target: string, name: string | null): { text: string; to: string | undefined } {
	const [noun = '', id = ''] = target.split(/:(.*)/s);
	const [text, section] = things.get(noun) ?? [];
	const hasPage = section && !nouns[section].single && id !== '';
	return {
		text: name ?? (text ? text.replace('#', () => id) : target.replace(':', ' ')),
		to: section && (hasPage ? paths.one(section, id) : pathOf(section)),
	};
}

/** Kinds of things with the names of their sections, as the audit trail is filtered. */
export function thingKinds(): [kind: string, name: string][] {
	const kinds = Object.values(nouns).flatMap(({ name, thing }): [string, string][] =>
		thing ? [[thing[0], name]] : [],
	);
	return [...kinds, ['translation', 'Translations']];
}
