/** One entry as a sentence: who did what to what. */
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import type { AuditEntry } from './get-audit-trail.ts';
import { Target } from './target.tsx';
import { useVerb } from './use-verb.ts';

type Told = Pick<AuditEntry, 'operator' | 'action' | 'target' | 'target_name'>;

export function Sentence({ entry: { operator, action, target, target_name: name } }: { entry: Told }) {
	const verb = useVerb()(action);
	const isOwn = operator !== null && target === `operator:${operator.operator_id}`;
	const simple = isOwn ? simpleForm(action) : null;
	const who = operator ? (
		<Link to={paths.auditBy(operator.operator_id)}>{operator.name ?? operator.email}</Link>
	) : (
		<Trans>The site itself</Trans>
	);
	return (
		<span className="audit-sentence">
			{who} {simple ?? verb} {simple ? null : <Target target={target} name={name} />}
		</span>
	);
}

/** What operators do to themselves needs no object. */
function simpleForm(action: string) {
	if (action === 'operator.sign_in') return <Trans>signed in</Trans>;
	if (action === 'operator.sign_out') return <Trans>signed out</Trans>;
	if (action === 'operator.step_up') return <Trans>used a passkey</Trans>;
	if (action === 'operator.join') return <Trans>joined</Trans>;
	if (action === 'passkey.add') return <Trans>added a passkey</Trans>;
	return action === 'passkey.remove' ? <Trans>removed a passkey</Trans> : null;
}
