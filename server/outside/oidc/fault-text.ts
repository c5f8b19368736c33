/** Says what went wrong at a provider, fit for a log: its own error code and description, never its answer. */
import { ResponseBodyError } from 'openid-client';

const READ_MAX_CHARACTERS = 1_000;
const SAID_MAX_CHARACTERS = 200;
const DEPTH_MAX = 4;
/** Matches secrets: a signed token, or a long text with a digit, which is a code or a key and not a word. */
const KEY_LIKE = /\beyJ[\w.-]+|\b(?=[A-Za-z_-]{0,200}\d)[\w-]{20,}/g;

/** `secrets` are replaced wherever the provider repeats them. */
export function faultText(error: unknown, secrets: readonly string[]): string {
	if (error instanceof ResponseBodyError) {
		const { status, error: code, error_description: description } = error;
		const said = [code, description].filter((part) => typeof part === 'string');
		return harmless(`the provider answered ${status}: ${said.join(': ')}`, secrets);
	}
	return harmless(messages(error).join(': '), secrets);
}

/** Collects the messages of an error and its causes. If a cause is a Response, only its status is included. */
function messages(error: unknown, depth = 0): string[] {
	if (error instanceof Response) return [`status ${error.status}`];
	if (!(error instanceof Error) || depth === DEPTH_MAX) return [];
	const rest = messages(error.cause, depth + 1);
	return rest[0] === error.message ? rest : [error.message, ...rest];
}

function harmless(text: string, secrets: readonly string[]): string {
	let safe = text.slice(0, READ_MAX_CHARACTERS).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
	for (const secret of secrets) if (secret !== '') safe = safe.replaceAll(secret, '…');
	return safe.replaceAll(KEY_LIKE, '…').slice(0, SAID_MAX_CHARACTERS);
}
