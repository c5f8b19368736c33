/** What operators edit, described once: the calls are made here, statements and forms from what this returns. */
import * as z from 'zod/mini';
import { type Endpoint, endpoint, type OperatorAccess } from '../endpoint.ts';
import type { ProblemSlug } from '../problems.ts';
import { read, version } from './shapes.ts';

type Shape = z.ZodMiniType;
type Fields = Readonly<Record<string, Shape>>;
const nothing = {};
type None = typeof nothing;

interface Description<
	Noun extends string,
	Key extends Shape,
	Written extends Fields,
	Reply extends Shape,
	First extends Fields,
	Later extends Fields,
> {
	/** Its name in the audit trail. Its key is called `<noun>_id`. */
	noun: Noun;
	path: `/console/${string}`;
	key: Key;
	fields: Written;
	/** Of both calls, and of the list of what is read whole. */
	reply: Reply;
	/** What only one of the calls takes. */
	first?: First;
	later?: Later;
	/** Summaries of the calls. */
	creates: string;
	edits: string;
	access?: OperatorAccess;
	stepUp?: true;
	missing?: ProblemSlug;
	/** Of both calls, beside what follows from the fields. */
	problems?: readonly ProblemSlug[];
}

/* @__NO_SIDE_EFFECTS__ */
export function resource<
	Noun extends string,
	Key extends Shape,
	Written extends Fields,
	Reply extends Shape,
	First extends Fields = None,
	Later extends Fields = None,
>(description: Description<Noun, Key, Written, Reply, First, Later>) {
	const { noun, path, key, fields, reply, first, later, creates, edits, stepUp } = description;
	const { access = 'operator:editor', missing = 'not_found' } = description;
	const names = Object.keys(fields);
	const problems: ProblemSlug[] = [
		...(names.some((name) => name.endsWith('media_id')) ? (['media_unknown'] as const) : []),
		...([...names, ...Object.keys(later ?? {})].includes('ends_local') ? (['period_invalid'] as const) : []),
		...(description.problems ?? []),
	];
	const id: `${Noun}_id` = `${noun}_id`;
	const call = { access, reply, ...(stepUp && { stepUp }) };
	return {
		noun,
		fields,
		missing,
		create: endpoint({
			...call,
			path,
			summary: creates,
			idempotent: true,
			body: z.object({ ...(first as First), ...fields }),
			problems: [...problems, ...(first && id in first ? (['key_taken'] as const) : [])],
		}),
		edit: endpoint({
			...call,
			methods: ['PUT'],
			path: `${path}/:${id}`,
			summary: edits,
			params: z.object({ [id]: key } as Record<`${Noun}_id`, Key>),
			body: z.object({ version, ...fields, ...(later as Later) }),
			problems: [missing, 'stale_edit', ...problems],
		}),
	};
}

/** The call that removes it for good. Only what fans do not see is removed, and what nothing else names. */
/* @__NO_SIDE_EFFECTS__ */
export function removalOf<Reply extends Shape, Params extends Shape>(
	{
		edit,
		missing,
	}: { edit: Pick<Endpoint, 'path' | 'access' | 'stepUp'> & { params?: Params | undefined }; missing: ProblemSlug },
	{ summary, reply, inUse = 'still_needed' }: { summary: string; reply: Reply; inUse?: ProblemSlug | undefined },
) {
	const { path, access, stepUp, params } = edit;
	const call = { path, access, params, ...(stepUp && { stepUp }) } as const;
	return endpoint({ ...call, methods: ['DELETE'], summary, reply, problems: [missing, inUse] });
}

/** The same for what is read whole: the list is the reply of every call. `remove` is there if `removes`, its summary, is. */
/* @__NO_SIDE_EFFECTS__ */
export function listed<
	Noun extends string,
	Key extends Shape,
	Written extends Fields,
	Reply extends Shape,
	First extends Fields = None,
	Later extends Fields = None,
	Removes extends string | undefined = undefined,
>(
	description: Description<Noun, Key, Written, Reply, First, Later> & {
		lists: string;
		removes?: Removes;
		/** Refusal to remove what something else needs. */
		inUse?: ProblemSlug;
	},
) {
	const { path, reply, lists, removes, inUse } = description;
	const made = resource(description);
	const removal = () => removalOf(made, { summary: removes ?? '', reply, inUse });
	return {
		...made,
		list: read({ path, summary: lists, reply }),
		remove: (removes && removal()) as Removes extends string ? ReturnType<typeof removal> : undefined,
	};
}
