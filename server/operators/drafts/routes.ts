/** Unsaved edits of forms, each operator's own. They change nothing, so they are not in the audit trail. */
import * as calls from '#contract/operator/drafts.ts';
import { type ConsoleDeps, serveOperator } from '#server/http/console/serve.ts';
import { Problem } from '#server/kernel/problem.ts';
import { epochSeconds, raw, sql } from '#server/kernel/sql.ts';

const TOO_OLD = raw(`saved_at < lightstick_now() - interval '30 days'`);

export function draftRoutes(deps: ConsoleDeps): void {
	const { db } = deps;
	serveOperator(deps, calls.readDraft, async ({ operator: { operatorId }, query: { form } }) => ({
		draft: await sql`select body, seq, ${epochSeconds('saved_at')} as saved_time from operator_draft
			where operator_id = ${operatorId}
				and form = ${form}`.maybeOne<{ body: string; seq: number; saved_time: number }>(db),
	}));
	serveOperator(deps, calls.keepDraft, ({ operator: { operatorId }, body: { form, body, after } }) =>
		db.transaction(async (tx) => {
			// One after the other, so that no two follow the same edits.
			await sql`select from operator where operator_id = ${operatorId} for no key update`.run(tx);
			if (body === null) {
				await sql`delete from operator_draft where operator_id = ${operatorId} and form = ${form}`.run(tx);
				return { seq: 0 };
			}
			const seq =
				await sql`insert into operator_draft as draft (operator_id, form, body) values (${operatorId}, ${form}, ${body})
				on conflict (operator_id, form) do update set body = excluded.body, seq = draft.seq + 1, saved_at = lightstick_now()
				where draft.seq = ${after} or draft.body = excluded.body
				returning seq`.maybeOne<{ seq: number }>(tx);
			if (!seq) throw new Problem('stale_edit');
			// Also those of colleagues who keep nothing any more.
			await sql`delete from operator_draft where ${TOO_OLD} or operator_id = ${operatorId}
				and form in (select form from operator_draft where operator_id = ${operatorId}
					order by saved_at desc, form offset ${calls.DRAFTS_MAX})`.run(tx);
			return seq;
		}),
	);
}
