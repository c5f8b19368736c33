/** Small shapes that several of the console's nouns share. */
import * as z from 'zod/mini';
import { endpoint, type Endpoint } from '../endpoint.ts';
import { problems } from '../problems.ts';
import { countryCodes } from '../values/countries.ts';
import { id, limit, line, search, text, textOf, words, writtenHtml } from '../values/shapes.ts';
import { isLocalTime } from '../values/local-time.ts';
import { currencyOf } from '../values/money.ts';

/** Sent as `1` by every write of the console: a page of another site cannot set it, so it cannot press our buttons. */
export const CONSOLE_HEADER = 'x-lightstick-console';

type Shape = z.ZodMiniType;
type Read<Params extends Shape, Query extends Shape, Reply extends Shape> = Pick<
	Endpoint<Params, Query, z.ZodMiniUndefined, Reply>,
	'path' | 'summary' | 'params' | 'query' | 'reply'
> &
	Partial<Pick<Endpoint, 'problems' | 'beforeEntry'>>;

/** Declares a call that every operator may make, and that changes nothing. */
/* @__NO_SIDE_EFFECTS__ */
export const read = <
	Params extends Shape = z.ZodMiniUndefined,
	Query extends Shape = z.ZodMiniUndefined,
	Reply extends Shape = z.ZodMiniNull,
>(
	definition: Read<Params, Query, Reply>,
) => endpoint<Params, Query, z.ZodMiniUndefined, Reply>({ access: 'operator', ...definition });

/**
 * Version of an item. It grows with every change. An edit names the version it started from; if that is not the latest,
 * the edit is refused as `stale_edit`.
 */
export const version = id;

/** Id of the approval request, for calls that may need a second operator. Null if the change was applied at once. */
export const waitsAs = z.nullable(z.string());

/** Reason for the action, for colleagues who read the audit trail later. */
export const why = words(500);

const isOnCalendar = (day: string) => day === '' || isLocalTime(`${day}T00:00`);

/** A day in the site's time zone. */
export const day = z.optional(
	textOf(10, /^(?:20\d\d-\d\d-\d\d)?$/).check(z.refine(isOnCalendar, 'is not on the calendar')),
);

/** Position at which the next page of a list begins. Null at the end. */
export const cursor = z.nullable(z.string());

/** A `cursor` that is sent back. A title of two hundred characters fits, in any script. */
export const placeInList = z.optional(text(1_200));

/** Direction of a list. By default, the natural one of its sort: names from A, times from the latest. */
export const listOrder = z.optional(z.enum(['asc', 'desc']));

/** Query of every paged list: a part of the name, the cursor, the page size. */
export const listQuery = { search: z.optional(search(200)), order: listOrder, cursor: placeInList, limit: limit(50) };

/** A picture as the console shows it. Writes send only its `media_id`. */
export const picture = z.nullable(z.object({ media_id: z.string(), url: z.string() }));

/** Id of an uploaded picture (see media.ts). */
export const mediaId = textOf(32, /^[0-9a-f]{32}$/);

export const alt = line(300, 0);
export const title = line(200);

/**
 * An address that a browser can open, and that shows where it leads: nothing unseen, no name before the host. `paypal.com@evil`
 * is on the host `evil`.
 */
/* @__NO_SIDE_EFFECTS__ */
function address(pattern: RegExp, problem: string) {
	const leads = (typed: string) => {
		const url = URL.parse(typed, 'https://site.invalid');
		return url !== null && url.username === '' && url.password === '' && !UNSEEN.test(typed);
	};
	return textOf(1_000, pattern, problem).check(z.refine(leads, { error: problem, abort: true }));
}
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}"<>]/u;

/** An https address, or a path of the site. */
export const link = z.nullable(
	address(/^(?:https:\/\/[^\s\\]+|\/(?:[^\s/\\][^\s\\]*)?)$/, 'must be an https address or a path of this site'),
);

/** `YYYY-MM-DDTHH:MM`, in the site's time zone. */
export const localTime = textOf(16, /^20\d\d-\d\d-\d\dT\d\d:\d\d$/).check(
	z.refine(isLocalTime, 'is not on the calendar'),
);

export const RAW_MAX = 60_000;
/** HTML as an operator writes it. Fans get a sanitized copy. */
export const rawHtml = writtenHtml(RAW_MAX);

export const uuid = text(36).check(z.uuid());
export const mailAddress = textOf(254, /^[A-Za-z0-9_'+.-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/);
export const webAddress = address(/^https:\/\/[^\s\\]+$/, 'must be an https address');
/** ISO 4217, as far as the payment provider takes the currency. */
export const currency = textOf(3, /^[A-Z]{3}$/).check(
	z.refine((code) => currencyOf(code) !== undefined, problems.currency_unknown.message),
);

/** ISO 3166-1 alpha-2. */
export const country = textOf(2, /^[A-Z]{2}$/).check(
	z.refine((code) => countryCodes.some((known) => known === code), 'is not the code of a country'),
);

/** State of an item that can be hidden and scheduled, derived from its times and settings. Fans see `visible` only. */
export const visibility = z.enum(['hidden', 'scheduled', 'visible', 'over']);
