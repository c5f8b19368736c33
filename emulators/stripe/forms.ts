/** Form encoding as Stripe's API takes it: `line_items[0][price_data][currency]=usd`. */

/** A value at a path such as `line_items 0 quantity`; undefined where nothing was sent. */
export function valueAt(form: URLSearchParams, ...path: (string | number)[]): string | undefined {
	const [first, ...rest] = path;
	return form.get(`${first}${rest.map((part) => `[${part}]`).join('')}`) ?? undefined;
}

/** All entries directly below a path. */
export function mapAt(form: URLSearchParams, ...path: (string | number)[]): Record<string, string> {
	const [first, ...rest] = path;
	const prefix = `${first}${rest.map((part) => `[${part}]`).join('')}[`;
	const entries: Record<string, string> = {};
	for (const [key, value] of form) {
		if (key.startsWith(prefix)) entries[key.slice(prefix.length, -1)] = value;
	}
	return entries;
}

/** Sent as `types[]=a&types[]=b` or `types[0]=a`. */
export function listAt(form: URLSearchParams, name: string): string[] {
	return [...form].filter(([key]) => key.startsWith(`${name}[`)).map(([, value]) => value);
}
