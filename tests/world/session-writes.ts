/** Ends of console sessions, each once, for what is asked of every write of the console. */
import { listSessions } from '#contract/operator/sessions.ts';
import type { WriteDesk } from './console-writes.ts';
import { aColleague, dataAs } from './operators.ts';
import type { Site } from './site.ts';

export function sessionWrites(site: Site): WriteDesk['writes'] {
	const aViewer = () => aColleague(site.owner, 'viewer');
	return {
		signOut: async () => ({ by: await aViewer() }),
		signOutEverywhere: async () => ({ by: await aViewer() }),
		async endSession() {
			const by = await aViewer();
			const [session] = (await dataAs(site, by, listSessions, {})).sessions;
			return { by, params: { session_id: session?.session_id } };
		},
		async endSessionsOf() {
			const { operatorId } = await aViewer();
			return { params: { operator_id: operatorId }, body: { why: 'it has to be done once' } };
		},
	};
}
