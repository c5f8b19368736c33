/** Says on a thing's own screen that a change of it waits for another operator. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ReplyOf } from '#contract/endpoint.ts';
import { type ApprovalKind, listApprovals } from '#contract/operator/approvals.ts';
import { paths } from '../../paths.ts';
import { readOf } from '../api/calls.tsx';
import { useDateTime } from '../session/operator.tsx';

type Props =
	| {
			/** Name and value by which a request names the thing: `goods_id`, `ranking_key`, `trade_no`, `fan_id`, `case_id`. */
			name: string;
			value: string | number;
	  }
	/** Where there is one thing of the kind. */
	| { kind: ApprovalKind };

export function WaitsNotice(about: Props) {
	const dateTime = useDateTime();
	const { data } = useQuery(waitingQuery);
	const request = waitingIn(data).find(({ kind, payload }) =>
		'kind' in about ? kind === about.kind : namesIt(payload, about.name, about.value),
	);
	if (!request) return null;
	return (
		<output className="note">
			A change waits for another operator: {request.asked_by.email} asked for it on {dateTime(request.asked_time)}.{' '}
			<Link to={paths.approvals}>See the request</Link>
		</output>
	);
}

/** A price of a ranking is nested by whether it creates or edits the ranking. Fans may be several: `fan_ids`. */
function namesIt(payload: unknown, name: string, value: string | number): boolean {
	const fields = Object(payload) as Record<string, unknown>;
	return [fields, Object(fields['edit']) as Record<string, unknown>].some((one) =>
		[one[name], one[`${name}s`]].flat().includes(value),
	);
}

const AGE_MS = 60_000;

export const waitingQuery = readOf(listApprovals, { query: {} }, { staleTime: AGE_MS, refetchInterval: AGE_MS });

/** Of the latest approval requests, those that still wait: they matter beside the thing that they change. */
export const waitingIn = (latest: ReplyOf<typeof listApprovals> | undefined) =>
	(latest?.list ?? []).filter(({ status }) => status === 'waiting');
