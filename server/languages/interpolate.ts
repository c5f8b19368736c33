/**
 * Fills a message that the build has compiled. @lingui/core does the same in browsers; here it would bring Babel into
 * the production install, as its optional peer. Pure.
 */

type Form = Message | string;
type Token = string | [name: string] | [name: string, kind: 'plural', forms: Record<string, Form>];
/** As Lingui compiles ICU MessageFormat: text, values, and plurals with `#` for the number. */
export type Message = Token[];

export type Values = Record<string, string | number>;

/** Numbers are written in the language's own way. Only plain values and plurals are known. */
export function interpolate(message: Form, language: string, values: Values = {}, count?: number): string {
	if (typeof message === 'string') return message;
	const shown = (value: string | number | undefined) =>
		typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : (value ?? '');
	return message
		.map((token) => {
			if (token === '#' && count !== undefined) return shown(count);
			if (typeof token === 'string') return token;
			const [name, , forms] = token;
			const value = values[name];
			if (!forms) return shown(value);
			const form = new Intl.PluralRules(language).select(Number(value));
			return interpolate(forms[String(value)] ?? forms[form] ?? forms['other'] ?? '', language, values, Number(value));
		})
		.join('');
}
