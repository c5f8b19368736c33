/** The anchor as it is served: its checkpoint with the cosignatures that witnesses have given for it. */
import type { Db } from '#server/kernel/database.ts';
import type { LogState } from '../sql.ts';
import { selectCosigners } from '../witnesses/sql.ts';
import { selectAnchor } from './sql.ts';

export async function readServedAnchor(db: Db): Promise<LogState> {
	const state = await selectAnchor(db);
	if (state.checkpoint === null) return state;
	const cosigners = await selectCosigners(db, state.publishedSize);
	return { ...state, checkpoint: withCosignatures(state.checkpoint, cosigners) };
}

/** A signed note with more signatures: a line each. */
export function withCosignatures(checkpoint: string, cosigners: readonly { cosignature: string }[]): string {
	return checkpoint + cosigners.map(({ cosignature }) => `${cosignature}\n`).join('');
}
