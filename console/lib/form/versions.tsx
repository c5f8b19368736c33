/** Earlier versions of an item, from the audit trail: who stored them and when. One of them can be put into the form again. */
import { useState } from 'react';
import { getAuditTrail } from '#contract/operator/audit-trail.ts';
import { Button } from '#ui/primitives/button.tsx';
import { useRead } from '../api/calls.tsx';
import { useDateTime } from '../session/operator.tsx';

const VERSIONS_MAX = 30;

interface VersionsProps {
	/** Name of the item in the audit trail. */
	target: string;
	/** True while there are unsaved changes, which a version would replace. */
	changed: boolean;
	onShow: (state: object) => void;
}

export function Versions({ target, changed, onShow }: VersionsProps) {
	const [isOpen, setOpen] = useState(false);
	const dateTime = useDateTime();
	const query = { target, limit: VERSIONS_MAX };
	const { data } = useRead(getAuditTrail, { query }, { enabled: isOpen });
	const versions = data?.list.filter(({ action }) => /\.(?:create|edit|clone|open)$/.test(action)) ?? [];
	return (
		<details className="versions" onToggle={(event) => setOpen(event.currentTarget.open)}>
			<summary>Versions</summary>
			{changed && <p className="form-hint">Save or discard your changes before you look at a version.</p>}
			<ol>
				{versions.map(({ audit_id: id, time, operator, after }) => {
					const when = dateTime(time);
					return (
						<li className="card-head" key={id}>
							<span>
								{operator ? (operator.name ?? operator.email) : 'The site itself'}, {when}
							</span>
							<Button
								variant="quiet"
								disabled={changed}
								aria-label={`Show the version of ${when}`}
								onClick={() => onShow(Object(after) as object)}
							>
								Show
							</Button>
						</li>
					);
				})}
			</ol>
			{data && versions.length === 0 && <p className="form-hint">No earlier version is known.</p>}
		</details>
	);
}
