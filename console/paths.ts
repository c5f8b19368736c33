/** Defines every URL of the console, below /console. Pages and features build none themselves. */

export const BASE = '/console';

const sections = [
	...(['dashboard', 'rankings', 'entryCards', 'artists', 'news', 'newsCategories', 'banners', 'popUps'] as const),
	...(['views', 'goods', 'checkIn', 'votes', 'cases', 'voteLog', 'incidents', 'fans', 'orders'] as const),
	...(['approvals', 'settings', 'operators', 'audit', 'passkeys'] as const),
];
export type Section = (typeof sections)[number];

/** `entryCards` is at `/entry-cards`. */
export const pathOf = (section: Section): string =>
	section === 'dashboard' ? '/' : `/${section.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** The id in the path of an editor beside its list. `new` opens an empty editor. */
export const NEW = 'new';

export const paths = {
	...(Object.fromEntries(sections.map((section) => [section, pathOf(section)])) as Record<Section, string>),
	one: (section: Section, id: string | number) => `${pathOf(section)}/${encodeURIComponent(id)}`,
	auditBy: (operatorId: number) =>
		`${pathOf('audit')}?${new URLSearchParams({ operator: String(operatorId) }).toString()}`,
	auditOf: (target: string) => `${pathOf('audit')}?${new URLSearchParams({ target }).toString()}`,
};
