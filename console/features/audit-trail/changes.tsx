/** What an entry changed, field by field. The whole record stays one press away. */
import { Trans, useLingui } from '@lingui/react/macro';

const SHOWN_MAX = 4;
const TEXT_MAX = 60;

interface Change {
	field: string;
	before: string | null;
	after: string;
}

export function Changes({ before, after }: { before?: unknown; after?: unknown }) {
	const changes = changesBetween(before, after);
	return (
		// One box: a cell of a card on phones puts its children side by side.
		<div>
			{changes.length > 0 && (
				<ul className="audit-changes">
					{changes.slice(0, SHOWN_MAX).map((change) => (
						<li key={change.field}>
							<ChangeText change={change} />
						</li>
					))}
				</ul>
			)}
			<details className="audit-difference">
				<summary>
					<Trans>Full record</Trans>
				</summary>
				<pre>{JSON.stringify({ before, after }, null, 2)}</pre>
			</details>
		</div>
	);
}

function ChangeText({ change: { field, before, after } }: { change: Change }) {
	const { t } = useLingui();
	const name = field.replaceAll('_', ' ');
	return before === null ? t`${name}: ${after}` : t`${name}: ${before} → ${after}`;
}

/** Fields of bookkeeping, which say nothing about the change itself. */
const QUIET = new Set(['version', 'entries_version', 'approval_id', 'masked', 'fan_ids']);

function changesBetween(before: unknown, after: unknown): Change[] {
	const [old, now] = [fieldsOf(before), fieldsOf(after)];
	return Object.entries(now).flatMap(([field, value]) => {
		const [text, oldText] = [textOf(value), textOf(old[field])];
		if (QUIET.has(field) || text === null || text === oldText || (before === null && value === null)) return [];
		return [{ field, before: before === null ? null : oldText, after: text }];
	});
}

const fieldsOf = (state: unknown): Record<string, unknown> =>
	typeof state === 'object' && state !== null && !Array.isArray(state) ? { ...state } : {};

/** Returns null for values that are too long or too deep for a line. */
function textOf(value: unknown): string | null {
	if (value === null || value === '') return '–';
	if (typeof value === 'number') return value.toLocaleString('en-US');
	if (typeof value === 'string') return value.length > TEXT_MAX ? null : value;
	return typeof value === 'boolean' ? String(value) : null;
}
