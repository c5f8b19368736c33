import { isProblem, Problem } from '#client/problem.ts';
import { serverSeconds } from '#client/server-clock.ts';
import { type Answer as Proven, lookUp as findProven, type Question } from '#public-log/browser/look-up.ts';
import { NotPublished } from '#public-log/browser/read-log.ts';
import { canCheckSignatures, type Hindrance, rememberedLogKey } from '../../../lib/votes/check-vote.ts';

export type Answer = Proven | { kind: 'hindered'; why: Hindrance };

export async function lookUp(
	question: Omit<Question, 'read' | 'rememberedKey' | 'now'> & { signal: AbortSignal },
): Promise<Answer> {
	if (!(await canCheckSignatures())) return { kind: 'hindered', why: 'browser' };
	const { signal, ...asked } = question;
	try {
		const device = { rememberedKey: rememberedLogKey, now: serverSeconds };
		return await findProven({ ...asked, ...device, read: (path) => readFile(path, signal) });
	} catch (error) {
		return { kind: 'hindered', why: isProblem(error, 'network') ? 'offline' : 'server' };
	}
}

/** @throws {Problem} if the site does not answer with the file */
async function readFile(path: string, signal: AbortSignal): Promise<Uint8Array> {
	const response = await fetch(path, { signal }).catch(() => {
		throw new Problem(0, 'network', 'The network could not be reached');
	});
	if (response.status === 404) throw new NotPublished(path);
	if (!response.ok) throw new Problem(response.status, 'bad_answer', `The log answered with ${response.status}`);
	return new Uint8Array(await response.arrayBuffer());
}
