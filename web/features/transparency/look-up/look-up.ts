import { isProblem } from '#client/problem.ts';
import { serverSeconds } from '#client/server-clock.ts';
import { type Answer as Proven, lookUp as findProven, type Question } from '#public-log/browser/look-up.ts';
import { readLogFile } from '../../../lib/votes/anchor-pin.ts';
import { canCheckSignatures, type Hindrance, rememberedLogKey } from '../../../lib/votes/check-vote.ts';

export type Answer = Proven | { kind: 'hindered'; why: Hindrance };

export async function lookUp(
	question: Omit<Question, 'read' | 'rememberedKey' | 'now'> & { signal: AbortSignal },
): Promise<Answer> {
	if (!(await canCheckSignatures())) return { kind: 'hindered', why: 'browser' };
	const { signal, ...asked } = question;
	try {
		const device = { rememberedKey: rememberedLogKey, now: serverSeconds };
		return await findProven({ ...asked, ...device, read: (path) => readLogFile(path, signal) });
	} catch (error) {
		return { kind: 'hindered', why: isProblem(error, 'network') ? 'offline' : 'server' };
	}
}
