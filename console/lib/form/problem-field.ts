/** Finds the field that a refusal of the server is about. */
import { isProblem } from '#client/problem.ts';

/** Refusals whose field does not stand in their message. */
const fields = new Map([
	['ranking_exists', 'ranking_key'],
	['period_invalid', 'starts_local'],
	['timezone_unknown', 'timezone'],
	['solo_incomplete', 'birthday'],
	['currency_unknown', 'currency'],
	['category_not_found', 'category_id'],
]);

/** Returns null if the refusal is about the whole. */
export function fieldOf(error: unknown): string | null {
	if (!isProblem(error)) return null;
	if (error.slug !== 'invalid_request') return fields.get(error.slug) ?? null;
	// The server names the field, then says what is wrong: see refusalOf in server/http.
	return /^([\w.]+): /.exec(error.message)?.[1] ?? null;
}
