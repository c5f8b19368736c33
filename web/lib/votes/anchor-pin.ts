/** The pin of this device, whoever is signed in: see public-log/browser/pin.ts. Loaded with the code that checks proofs. */
import { Problem } from '#client/call.ts';
import { getTransparencyNumbers } from '#contract/transparency.ts';
import { changeSince, movedPin, type Change, type Pin, type Sight, type ToldPolicy } from '#public-log/browser/pin.ts';
import { NotPublished } from '#public-log/browser/read-log.ts';
import { stored } from '#ui/stored.ts';
import { call } from '../api/call.ts';

export { fingerprintsOf, provenHash } from '#public-log/browser/pin.ts';
export { parseVerifierKey } from '#public-log/format/note.ts';

const kept = stored('lightstick.anchor');

function readPin(text: string | null): Pin | null {
	try {
		const pin = JSON.parse(text ?? 'null') as Pin | null;
		return typeof pin?.vkey === 'string' && typeof pin.policy === 'string' && Array.isArray(pin.before) ? pin : null;
	} catch {
		return null;
	}
}

const askPolicy = async (): Promise<ToldPolicy> => (await call(getTransparencyNumbers, {})).anchor.policy;

/** Remembers a change that is explained. @throws {Error} if an explanation cannot be read */
export async function compareWithPin({ vkey, policy }: Sight, told = askPolicy): Promise<Change> {
	const [shown, text] = [{ vkey, policy }, kept.get()];
	const pin = readPin(text);
	if (!pin) {
		kept.set(JSON.stringify({ ...shown, before: [] } satisfies Pin));
		return 'none';
	}
	const change = await changeSince(pin, shown, { told, read: readLogFile });
	// Another tab may have moved the pin meanwhile.
	if (kept.get() !== text) return compareWithPin(shown, told);
	if (change === 'explained') kept.set(JSON.stringify(movedPin(pin, shown)));
	return change;
}

export function acceptAnchor(shown: Sight): void {
	const pin = readPin(kept.get());
	kept.set(JSON.stringify(pin ? movedPin(pin, shown) : { ...shown, before: [] }));
}

export async function readLogFile(path: string, signal?: AbortSignal): Promise<Uint8Array> {
	const response = await fetch(path, signal ? { signal } : {}).catch(() => {
		throw new Problem(0, 'network', 'The network could not be reached');
	});
	if (response.status === 404) throw new NotPublished(path);
	if (!response.ok) throw new Problem(response.status, 'bad_answer', `The log answered with ${response.status}`);
	return new Uint8Array(await response.arrayBuffer());
}
