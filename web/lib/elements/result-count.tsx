import { Plural } from '@lingui/react/macro';

/** Null while nothing is searched for, or while the results are not known. Always rendered, or it is not announced. */
export function ResultCount({ count }: { count: number | null }) {
	return (
		<output className="visually-hidden">
			{count === null ? null : <Plural value={count} one="# result" other="# results" />}
		</output>
	);
}
