/** Defines every URL of the console, below /console. Pages and features build none themselves. */
import { type Section, sections } from './nouns.ts';

export type { Section };

export const BASE = '/console';

/** `entryCards` is at `/entry-cards`. */
export const pathOf = (section: Section): string => (section === 'dashboard' ? '/' : `/${nameOf(section)}`);

/** As in addresses and file names. */
export const nameOf = (section: Section): string =>
	section.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The id in the path of an editor beside its list. `new` opens an empty editor. */
export const NEW = 'new';

export const paths = {
	...(Object.fromEntries(sections.map((section) => [section, pathOf(section)])) as Record<Section, string>),
	one: (section: Section, id: string | number) => `${pathOf(section)}/${encodeURIComponent(id)}`,
	auditBy: (operatorId: number) =>
		`${pathOf('audit')}?${new URLSearchParams({ operator: String(operatorId) }).toString()}`,
	auditOf: (target: string) => `${pathOf('audit')}?${new URLSearchParams({ target }).toString()}`,
};
