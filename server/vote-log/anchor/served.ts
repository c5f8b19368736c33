/** The anchor as it is served: its checkpoint with the cosignatures that witnesses have given for it. */
import type { Db } from '#server/kernel/database.ts';
import type { LogState } from '../sql.ts';
import { selectCosignatures } from '../witnesses/sql.ts';
import { selectAnchor } from './sql.ts';

export async function readServedAnchor(db: Db): Promise<LogState> {
	const state = await selectAnchor(db);
	if (state.checkpoint === null) return state;
	const lines = await selectCosignatures(db, state.publishedSize);
	return { ...state, checkpoint: `${state.checkpoint}${lines.map((line) => `${line}\n`).join('')}` };
}
