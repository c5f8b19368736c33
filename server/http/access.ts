/** Lets callers in, by the access rule of a call. */
import type { Access } from '#contract/endpoint.ts';
import type { Bearer, Caller, FindCaller } from '#server/kernel/caller.ts';
import { Problem } from '#server/kernel/problem.ts';

/** The caller, where the call's access rule lets them in. @throws {Problem} */
export async function admit<Request extends Bearer>(
	access: Access,
	findCaller: FindCaller<Request>,
	request: Request,
): Promise<Caller> {
	const caller = await findCaller(request);
	if (!caller) throw new Problem('sign_in_required');
	if (access === 'registered' && !caller.registered) throw new Problem('registration_required');
	return caller;
}
