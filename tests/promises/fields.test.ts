/**
 * Numbers and times that people type are read in one place: a field of its own would repair them, and act on another number or
 * moment. Lists are drawn by one component, which searches, sorts and pages them.
 */
import { expect, it } from 'vitest';
import { trackedFiles } from './tracked-files.ts';

/** The fields for numbers. */
const DOORS: Record<string, string> = {
	'console/pages/goods.tsx': 'a price, read by `minorOf`',
	'console/lib/form/fields.tsx': 'whole numbers, read by client/numbers.ts',
	'web/features/voting/amount-field.tsx': 'votes, read by client/numbers.ts',
	'web/features/rankings/race/race-chart.tsx': 'a slider',
	'console/lib/media/picture-field.tsx': 'a slider',
	'console/features/voting/concentration/timeline.tsx': 'instants of a chart',
};

/** A number that somebody enters, or a text of which only the digits are kept. */
const NUMBER_FIELDS = [
	/type=["'{`]+number/,
	/inputMode=["'{`]+(?:numeric|decimal)/,
	/valueAsNumber/,
	/\b(?:Number|BigInt)\([^)]*\b(?:value|words|typed)\b/,
	/\b(?:parseInt|parseFloat)\([^)]*(?:value|text|words|typed|amount|votes|gems|price)/,
	/[(=,:]\s*\+\w+\.(?:currentT|t)arget\.value/,
	/replace(?:All)?\(\/[^/]*(?:\\D|\[\^[^\]]*(?:\\d|0-9))[^/]*\//,
	/split\(\/[^/]*(?:\\D|\[\^[^\]]*(?:\\d|0-9))[^/]*\//,
];

/** The fields for days and times. */
const TIME_DOORS: Record<string, string> = {
	'console/lib/form/fields.tsx': 'local times and days, read by contract/values/local-time.ts',
	'console/lib/format/values.ts': 'reads what a field holds, and gives null for what is none',
	'web/features/reminders/reminder-panel.tsx': 'quiet hours, minutes of any day',
};
const TIME_FIELDS = [
	/type=["'{`]+(?:datetime-local|date|time|month|week)\b/,
	/valueAsDate/,
	/(?:new Date|Date\.parse)\([^)]*(?:value|text|words|typed|local)\b/,
];

/** Controls that are none of ui/primitives/form-field.tsx, whose fields have a label, an error and the text as it is typed. */
const CONTROL_DOORS: Record<string, string> = {
	'ui/primitives/form-field.tsx': 'the fields of both apps',
	'ui/primitives/search-field.tsx': 'searches, also while an input method composes',
	'ui/primitives/file-drop.tsx': 'files',
	'web/features/voting/amount-field.tsx': 'votes',
	'console/features/search/palette.tsx': 'the search of the console',
	'console/lib/rich-text/tool-bar.tsx': 'files, picked by a tool',
	'web/pages/payment.tsx': 'a choice of one',
	'web/features/rankings/race/race-chart.tsx': 'a slider',
	'console/lib/media/picture-field.tsx': 'a slider',
	'console/pages/artists.tsx': 'a color',
	'console/features/entries/entries.tsx': 'a box',
	'console/features/voting/concentration/top-fans.tsx': 'a box',
	'console/lib/table/data-table.tsx': 'a box',
};
const CONTROLS = [/<(?:input|textarea)\b/, /contentEditable|designMode/, /createElement\(\s*["'](?:input|textarea)/];

/** Where rows are drawn, and read page by page. */
const LIST_DOORS: Record<string, string> = {
	'console/lib/table/table.tsx': 'the rows of every list of the console',
	'console/lib/lists/list-state.tsx': 'reads the pages of every list of the console',
	'console/features/dashboard/votes-per-hour.tsx': 'a chart, for who cannot see it',
	'console/features/voting/concentration/timeline.tsx': 'a chart of bars',
	'web/features/rankings/race/race-chart.tsx': 'a chart, for who cannot see it',
	'web/features/transparency/numbers/numbers.tsx': 'a few sums',
	'web/features/account/votes/my-votes.tsx': "a fan's own votes",
	'web/features/news/news-list.tsx': 'news',
};
const LISTS = [/<table\b/, /\buseInfiniteQuery[<(]/];

it.each([
	['a number is entered in a field that reads it as it is written', DOORS, NUMBER_FIELDS],
	['a day or a time is entered in a field that reads it by one rule', TIME_DOORS, TIME_FIELDS],
	['a text is entered in a field of the house', CONTROL_DOORS, CONTROLS],
	['a list is drawn, and read page by page, in one place', LIST_DOORS, LISTS],
])('%s', async (_, doors, patterns) => {
	const files = await trackedFiles(/^(?:web|console|ui|client)\/.*(?<!\.test)\.tsx?$/);
	const found = files.filter(({ text }) => patterns.some((pattern) => pattern.test(text))).map(({ name }) => name);
	// A door that is gone excuses nobody.
	expect(found.toSorted()).toEqual(Object.keys(doors).toSorted());
});
